// The shapes of the server's answers, for whoever checks types: see web/answers.py, which says what they mean.

/**
 * @typedef {object} Legal
 * @property {string} choice
 * @property {string} label
 */

/**
 * @typedef {object} Sentence
 * @property {string} text
 * @property {number | null} seat
 * @property {number} points
 * @property {string} clause
 * @property {boolean} is_scoring
 */

/**
 * @typedef {object} Move
 * @property {string} what
 * @property {number | null} seat
 * @property {number} count
 * @property {string | null} piece
 * @property {string | null} from
 * @property {string | null} to
 * @property {number} points
 * @property {string} clause
 */

/**
 * @typedef {object} Told
 * @property {number} number
 * @property {string} choice
 * @property {number | null} seat
 * @property {number} round
 * @property {Sentence[]} sentences
 * @property {Move[]} moves
 */

/**
 * @typedef {object} Shown
 * @property {number | null} turn
 * @property {boolean} is_person
 * @property {boolean} is_mine
 * @property {boolean} is_private
 * @property {boolean} is_closed
 * @property {string | null} why_closed
 * @property {number} viewer
 * @property {boolean} over
 * @property {number} round
 * @property {number} turn_number
 * @property {string[]} names
 * @property {number[]} scores
 * @property {number[]} winners
 * @property {string} question
 * @property {Legal[]} legal
 * @property {string[]} text
 * @property {Record<string, string>} parts
 * @property {Record<string, string>} versions
 */

/**
 * @typedef {object} SeatFacts
 * @property {string} name
 * @property {string} player
 * @property {boolean} is_persons
 * @property {boolean} has_come
 * @property {"clock" | null} why
 */

/**
 * @typedef {object} WishFacts
 * @property {number} seat
 * @property {number[]} needs
 * @property {boolean} asks_me
 */

/**
 * @typedef {object} ClockFacts
 * @property {"live" | "days"} kind
 * @property {number} seconds
 * @property {number} increment
 * @property {string} bot
 * @property {number[]} left
 * @property {number | null} runs
 */

/**
 * @typedef {object} Seated
 * @property {SeatFacts[]} seats
 * @property {number[]} held
 * @property {boolean} is_public
 * @property {WishFacts | null} wish
 * @property {string | null} next
 * @property {ClockFacts | null} clock
 * @property {number[]} here
 * @property {number} watching
 */

/**
 * @typedef {object} SheetRow
 * @property {number} round
 * @property {number[]} points
 */

/**
 * @typedef {object} Sheet
 * @property {number[] | null} before
 * @property {SheetRow[]} rounds
 * @property {number[]} totals
 * @property {string | null} chart
 */

/**
 * @typedef {object} StateFacts
 * @property {string} table
 * @property {number} last
 * @property {number} steps
 * @property {Told[]} told
 * @property {number | null} turn_at
 * @property {Sheet | null} sheet
 */

/**
 * @typedef {object} PreviewFacts
 * @property {string} table
 * @property {number} last
 * @property {Told[]} told
 * @property {number[]} gains
 * @property {boolean} is_whole
 */

/**
 * @typedef {object} AtFacts
 * @property {number} count
 * @property {number} of
 * @property {Told[]} told
 * @property {number | null} turn_at
 */

/** @typedef {Shown & Seated & StateFacts} State */
/** @typedef {Shown & PreviewFacts} Preview */
/** @typedef {Shown & AtFacts} At */

export {};
