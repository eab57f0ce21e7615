/* For browsers that know no modules: one sentence. */
var words = JSON.parse(String(document.body.getAttribute("data-words")));
var shown = /** @type {any} */ (document.getElementById("loading"));
shown.textContent = (words[navigator.language.slice(0, 2)] || words.en).old;
