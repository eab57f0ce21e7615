/* For browsers that know no modules: one sentence. */
var shown = /** @type {any} */ (document.getElementById("loading"));
var words = JSON.parse(shown.getAttribute("data-words"));
shown.firstChild.textContent = (words[navigator.language.slice(0, 2)] || words.en).old;
shown.removeChild(shown.lastChild);
