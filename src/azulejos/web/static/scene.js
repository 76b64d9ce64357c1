// @ts-check
// From one drawing to the next: the plan. The old drawing stays, its pieces move as the story says, and when all have
// arrived the new one takes its place. motion.js carries it out.

import { rehearse } from "./scenery.js";
import { around, isSame, keyOf, survey, unknownAt } from "./sprites.js";

/** @import { Move } from "answers" */
/** @import { Look, Pose, Spot, Spots, Sprite } from "./sprites.js" */
/** @typedef {{ flight: number, gap: number, points: number, turn: number, isInOrder: boolean, isTogether: boolean }} Pace milliseconds; in order: one after the other; together: of each seat */
/** @typedef {{ begin: number, end: number, key: string, nth: number, pose: Pose | null }} Hop to a place, as the nth piece there */
/** @typedef {{ at: number, move: Move, kind: "leaves" | "arrives" | "scores", lasts: number }} Cue something to be told at a time */

/**
 * @typedef {object} Mover a piece
 * @property {string} piece its name
 * @property {Look | null} look as the old drawing has it; null: it comes out of a place that only counts its pieces
 * @property {Pose | null} pose where it is; null: not known before it is known where it goes
 * @property {string} from the key of the place where it begins
 * @property {string} at the key of the place where it is after all that was planned
 * @property {Hop[]} hops where it goes
 * @property {number | null} turns when it shows another side, if it does
 * @property {Look | null} end as the new drawing has it; null: it goes where pieces are only counted
 * @property {boolean} isGone is it not to be seen any more when it has arrived?
 * @property {Sprite | null} sprite as which it is shown apart from the drawing
 */

const NOWHERE = "nowhere"; // the key of no place
const GLIDE = 200; // milliseconds, at least, for what makes room

// Who can, finds its own look: both are taken out of their sets.
/** @param {Set<Mover>} movers @param {Set<Look>} looks @param {(mover: Mover, look: Look) => boolean} fits */
function match(movers, looks, fits) {
  for (const mover of movers) {
    const look = [...looks].find((each) => fits(mover, each));
    if (!look) continue;
    mover.end = look;
    movers.delete(mover);
    looks.delete(look);
  }
}

export class Scene {
  /** @param {import("./parts.js").Shown} next what it leads to @param {Mover[]} held pieces that stand apart from the old drawing */
  static async to(next, held) {
    const apart = new Set(held.map(({ look }) => look?.element));
    const [before, after] = [/** @type {Spots} */ (new Map()), /** @type {Spots} */ (new Map())];
    await rehearse(next, (old, drawing) => {
      survey(old, before, apart);
      if (drawing !== old || held.length) survey(drawing, after);
      else for (const [key, spot] of before) if (spot.drawing === old) after.set(key, spot); // it is not measured again
    });
    return new Scene(before, after, held);
  }

  /** @param {Spots} before @param {Spots} after @param {Mover[]} held */
  constructor(before, after, held) {
    this.before = before;
    this.after = after;
    /** @type {Mover[]} */
    this.movers = held.map((mover) => ({ ...mover, from: mover.at, at: mover.isGone ? NOWHERE : mover.at, hops: [], turns: null, end: null }));
    /** @type {Cue[]} */
    this.cues = [];
    this.length = this.cursor = 0; // milliseconds, and when the next piece may begin to move
    for (const [key, { looks }] of this.before) looks.forEach((look) => this.#add(look.piece, key, look));
  }

  /** @param {string} piece @param {string} from @param {Look | null} look @returns {Mover} */
  #add(piece, from, look) {
    const mover = { piece, look, pose: look?.pose ?? null, from, at: from, hops: [], turns: null, end: null, isGone: false, sprite: null };
    this.movers.push(mover);
    return mover;
  }

  // -------------------------------------------------------------------------------------------
  // What the story says

  /** @param {Move[]} moves @param {Pace} pace */
  plan(moves, pace) {
    const begin = (this.cursor = pace.isInOrder ? this.length : this.cursor);
    const lanes = pace.isTogether ? [...new Set(moves.map(({ seat }) => seat))] : [];
    for (const lane of lanes) {
      this.cursor = begin;
      moves.filter(({ seat }) => seat === lane).forEach((move) => this.#enact(move, pace));
    }
    if (!lanes.length) moves.forEach((move) => this.#enact(move, pace));
    if (pace.isInOrder) this.cursor = this.length;
  }

  /** @param {Move} move @param {Pace} pace */
  #enact(move, pace) {
    if (move.piece && move.from && move.to) this.#carry(move, pace);
    else if (move.piece && move.from && !move.points) this.#turn(move);
    else if (move.piece && !move.points) this.#announce(move);
    if (move.points) this.#score(move, pace);
  }

  /** @param {string | null} name @param {number | null} seat */
  #key(name, seat) {
    const own = keyOf(name ?? "", seat);
    return this.before.has(own) || this.after.has(own) ? own : keyOf(name ?? "", null);
  }

  /** @param {string} key */
  #there(key) {
    return this.movers.filter((mover) => mover.at === key);
  }

  /** @param {number} at @param {Cue["kind"]} kind @param {Move} move @param {number} lasts */
  #cue(at, kind, move, lasts = 0) {
    this.cues.push({ at, kind, move, lasts });
    this.length = Math.max(this.length, at + lasts);
  }

  /** @param {Move} move @param {Pace} pace */
  #carry(move, { flight, gap, isInOrder }) {
    const [source, target] = [this.#key(move.from, move.seat), this.#key(move.to, move.seat)];
    const found = this.#there(source).filter((mover) => mover.piece === move.piece);
    let landed = this.cursor;
    for (let i = 0; i < move.count; i++) {
      const mover = found.pop() ?? this.#add(move.piece ?? "", source, null);
      const begin = Math.max(this.cursor, mover.hops.at(-1)?.end ?? 0);
      mover.hops.push({ begin, end: begin + flight, key: target, nth: this.#there(target).length, pose: null });
      mover.at = target;
      this.#cue(begin, "leaves", move);
      this.#cue(begin + flight, "arrives", move);
      this.cursor += gap;
      landed = Math.max(landed, begin + flight);
    }
    if (isInOrder) this.cursor = landed;
  }

  // It shows another side where it is. Which of the pieces there? The one whose name is most like the new one.
  /** @param {Move} move */
  #turn({ piece, from, seat }) {
    const name = piece ?? "";
    const likeness = (/** @type {Mover} */ { piece: other }) => (name.startsWith(other) ? 2 : Number(other.split(" ")[0] === name.split(" ")[0]));
    const there = this.#there(this.#key(from, seat)).filter((mover) => mover.piece !== name);
    const [mover] = there.sort((one, other) => likeness(other) - likeness(one));
    if (!mover) return;
    mover.piece = name;
    mover.turns = Math.max(this.cursor, mover.hops.at(-1)?.end ?? 0);
    this.length = Math.max(this.length, mover.turns);
  }

  // Pieces are put out, the story doesn't say where: the new drawing does.
  /** @param {Move} move */
  #announce({ piece, count }) {
    for (let i = 0; i < count; i++) this.#add(piece ?? "", NOWHERE, null);
  }

  /** @param {Move} move @param {Pace} pace */
  #score(move, { points, isInOrder }) {
    this.#cue(this.cursor, "scores", move, points);
    this.cursor += points / (isInOrder ? 1 : 2);
  }

  // -------------------------------------------------------------------------------------------
  // Where everything ends

  // Which piece is which in the new drawing? Those that lie as before stay there; then those that nobody has moved, and
  // then those that have come. What is missing in one place and left over in another has gone there, though the story does
  // not say so piece by piece. The rest nobody has told of: it is counted.
  settle() {
    /** @type {Set<Look>} */
    const missing = new Set();
    /** @type {Set<Mover>} */
    const left = new Set();
    for (const [key, { looks }] of this.after) {
      const [free, there] = [new Set(looks), new Set(this.#there(key))];
      match(there, free, ({ piece, hops, pose }, look) => piece === look.piece && !hops.length && pose !== null && isSame(pose, look.pose));
      match(there, free, ({ piece, hops }, look) => piece === look.piece && !hops.length);
      match(there, free, ({ piece }, look) => piece === look.piece);
      match(there, free, ({ piece }, look) => piece.startsWith(`${look.piece} `)); // it lies face down there
      free.forEach((look) => missing.add(look));
      there.forEach((mover) => left.add(mover));
    }
    this.#there(NOWHERE).forEach((mover) => mover.isGone || left.add(mover));
    const spare = [...left];
    match(left, missing, ({ piece }, look) => piece === look.piece || piece.startsWith(`${look.piece} `));
    for (const mover of spare.filter(({ hops, look, end }) => end && (hops.length || !look))) this.#goOn(mover);
    for (const mover of this.movers) this.#makeRoom(mover);
    return missing.size + [...left].filter(({ hops, look }) => look && !hops.length).length;
  }

  // It has only passed through, or it was announced.
  /** @param {Mover} mover */
  #goOn(mover) {
    const begin = Math.max(this.cursor, mover.hops.at(-1)?.end ?? 0);
    mover.hops.push({ begin, end: begin + GLIDE, key: mover.at, nth: 0, pose: null });
    this.length = Math.max(this.length, begin + GLIDE);
  }

  // Something came or went, and what is there lies elsewhere now: it glides meanwhile.
  /** @param {Mover} mover */
  #makeRoom(mover) {
    if (mover.hops.length || !mover.end || !mover.pose || isSame(mover.pose, mover.end.pose)) return;
    const others = this.movers.filter(({ from, at }) => from === mover.at || at === mover.at).flatMap(({ hops }) => hops);
    const [first] = others.sort((one, other) => one.begin - other.begin);
    const begin = first?.begin ?? mover.turns ?? this.cursor;
    const end = Math.max(first?.end ?? 0, begin + GLIDE);
    mover.hops.push({ begin, end, key: mover.at, nth: 0, pose: null });
    this.length = Math.max(this.length, end);
  }

  // All that moves or turns, with the poses of its way.
  /** @param {boolean} isSettled is it known where everything ends? */
  routes(isSettled) {
    const moving = this.movers.filter(({ hops, turns }) => hops.length || turns !== null);
    for (const mover of moving) {
      mover.isGone = !mover.end && (isSettled || this.#isReservoir(mover.at));
      let pose = (mover.pose ??= this.#source(mover));
      for (const hop of mover.hops) {
        hop.pose = pose = hop === mover.hops.at(-1) && mover.end ? mover.end.pose : this.#rest(mover.piece, hop, pose);
      }
    }
    return moving;
  }

  // A place that only counts its pieces.
  /** @param {string} key */
  #isReservoir(key) {
    const spot = this.#spot(key);
    return spot !== undefined && spot.isCounted && !spot.looks.length;
  }

  /** @param {string} key @returns {Spot | undefined} */
  #spot(key) {
    return this.before.get(key) ?? this.after.get(key);
  }

  // It comes out of a bag, as large as it will be.
  /** @param {Mover} mover @returns {Pose} */
  #source({ from, end }) {
    const middle = this.#spot(from)?.middle;
    if (end) return middle ? around(end.pose, middle) : end.pose;
    return unknownAt(middle ?? { x: 0, y: 0 });
  }

  // For a moment: in the slot for its kind, in the next free one, or in the middle of a place. A place that isn't drawn is
  // where the piece is.
  /** @param {string} piece @param {Hop} hop @param {Pose} pose @returns {Pose} */
  #rest(piece, { key, nth }, pose) {
    const spot = this.#spot(key);
    if (!spot) return pose;
    const free = spot.slots.filter((slot) => slot.piece === undefined);
    const slot = spot.slots.find((each) => each.piece === piece) ?? free[nth - spot.looks.length];
    return slot?.pose ?? around(pose, spot.middle);
  }
}
