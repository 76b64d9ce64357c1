// What a table page knows: one record, and the questions that it answers.

const { table, game, language, rules } = document.getElementById("table").dataset;

export const model = {
  table, // its id
  game, // its name
  language, // of the page
  rules, // the address of the page with the rules
  base: `/api/tables/${table}`, // the address of the table's API
  state: null, // what the server last said, see State in web/answers.py
  shown: null, // what is on the screen: the state, or the preview of a draft
  steps: [], // all that has happened, as the server tells it
  draft: [], // choices of a turn that isn't played yet
  newest: 0, // the number of the last entry that we have heard of
  opened: 0, // the turn in which the others at this screen have looked away
  byKeys: false, // does somebody play by keyboard? Then the focus goes along.
  isLost: false, // is the server away?
  isStale: true, // may it be different by now? Nothing is shown as current before the server was asked.
  unanswered: null, // what was sent without an answer, and its key: the same key is used again
};

export const isWhole = () => Boolean(model.shown?.is_whole);
export const isCurtained = () => model.state.is_private && !model.state.is_closed && model.opened !== model.state.turn_number;
export const isAsked = () => model.state.is_mine && !model.state.over && !model.state.is_closed;
export const lastStep = () => model.steps.at(-1)?.number ?? 0;

// A bot, that is; people are not hurried.
export const isThinking = () => !isWhole() && !model.state.over && !model.state.is_person && !model.state.is_closed;

export const namesOf = (seats) => seats.map((seat) => model.state.names[seat]).join(", ");

// ---------------------------------------------------------------------------------------------
// The draft is kept over a reload, as long as the game has not gone on.

export function keepDraft() {
  sessionStorage.setItem(`draft-${table}`, JSON.stringify({ last: lastStep(), draft: model.draft }));
}

export function keptDraft() {
  const kept = JSON.parse(sessionStorage.getItem(`draft-${table}`) ?? "null");
  return kept?.last === lastStep() && isAsked() ? kept.draft : [];
}

// ---------------------------------------------------------------------------------------------
// What is said after the page has been loaded anew.

export function leaveWord(message) {
  sessionStorage.setItem(`message-${table}`, message);
}

export function wordLeft() {
  const message = sessionStorage.getItem(`message-${table}`) ?? "";
  sessionStorage.removeItem(`message-${table}`);
  return message;
}
