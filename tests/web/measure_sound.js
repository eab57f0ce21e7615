/** Renders a sound without playing it, and measures it. */
async (name) => {
    const later = await import(document.querySelector("link[rel=modulepreload]").href);
    const { playInto } = later.tones_js;
    const rate = 44100, size = 8192;
    const context = new OfflineAudioContext(1, 2 * rate, rate);
    playInto(context, name, 0.05);
    const samples = (await context.startRendering()).getChannelData(0);
    const level = []; // of each millisecond, its loudest sample
    for (let ms = 0; ms < 2000; ms += 1) {
        let most = 0;
        for (let n = ms * 44.1 | 0; n < ((ms + 1) * 44.1 | 0); n += 1) most = Math.max(most, Math.abs(samples[n]));
        level.push(most);
    }
    const most = Math.max(...level), peak = level.indexOf(most);
    const first = level.findIndex((one) => one > most / 1000);
    const last = level.findLastIndex((one) => one > most / 1000);
    const begin = Math.round(first * 44.1);
    const power = new Float64Array(size / 2);
    const [re, im] = [new Float64Array(size), new Float64Array(size)];
    for (let n = 0; n < size; n += 1) re[n] = samples[begin + n] ?? 0;
    for (let n = 1, at = 0; n < size; n += 1) {
        let bit = size >> 1;
        for (; at & bit; bit >>= 1) at ^= bit;
        at ^= bit;
        if (n < at) [re[n], re[at]] = [re[at], re[n]];
    }
    for (let span = 2; span <= size; span *= 2) {
        for (let k = 0; k < span / 2; k += 1) {
            const [c, s] = [Math.cos((2 * Math.PI * k) / span), -Math.sin((2 * Math.PI * k) / span)];
            for (let at = k; at < size; at += span) {
                const to = at + span / 2;
                const [x, y] = [re[to] * c - im[to] * s, re[to] * s + im[to] * c];
                [re[to], im[to]] = [re[at] - x, im[at] - y];
                [re[at], im[at]] = [re[at] + x, im[at] + y];
            }
        }
    }
    for (let n = 1; n < size / 2; n += 1) power[n] = re[n] * re[n] + im[n] * im[n];
    let [sum, moment, logs, count] = [0, 0, 0, 0];
    for (let n = 1; n < size / 2; n += 1) {
        sum += power[n];
        moment += power[n] * n;
        const hertz = (n * rate) / size;
        if (hertz > 200 && hertz < 12000) { logs += Math.log(power[n] + 1e-12); count += 1; }
    }
    let flat = 0;
    for (let n = 1; n < size / 2; n += 1) {
        const hertz = (n * rate) / size;
        if (hertz > 200 && hertz < 12000) flat += power[n];
    }
    const peaks = [];
    const top = Math.max(...power);
    for (let n = 2; n < size / 2 - 1; n += 1) {
        const isPeak = power[n] > power[n - 1] && power[n] >= power[n + 1] && power[n] > top / 60;
        if (isPeak) peaks.push((n * rate) / size);
    }
    return {
        loudest: most, ends_ms: last - first, rises_ms: peak - first, centroid: (moment / sum) * rate / size,
        flatness: Math.exp(logs / count) / (flat / count), peaks, 
    };
}
