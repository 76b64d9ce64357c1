// @ts-check
// The sentences of a page, in its language: the server writes them into one block of JSON, see web/wording.py.

export const words = JSON.parse(document.getElementById("words").textContent);

// A sentence with its facts filled in.
export const said = (name, facts) => words[name].replaceAll(/\{(\w+)\}/g, (_, fact) => facts[fact]);
