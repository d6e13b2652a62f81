/**
 * The numbers that more than one part of the product needs (S1-9, S2-9, D1–D16). Those of one noun stand with its
 * rules: `athlete/profile-limits.ts`, `athlete/offer.ts`, `forms/form-limits.ts`, `media/picture.ts`, `payment/tip.ts`.
 */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** How long the team has to screen a question (D4); `ANSWER_MS` below is how long the athlete has to answer. */
export const SCREENING_MS = 48 * HOUR_MS
/** How long a discount code that was ended can be restored. */
export const CODE_UNDO_MS = 10 * 60_000
/** How long a decision waits before it takes effect and can be taken back. */
export const UNDO_MS = 10_000
/** How long a taken request stays with its admin, unless they take it again. */
export const TAKEN_MS = 30 * 60_000
/** How far back the same text counts as asked again. */
export const SAME_TEXT_MS = 30 * DAY_MS
/** How long before the end of the screening time the team is warned of an unscreened question. */
export const SCREENING_WARNING_MS = 12 * HOUR_MS
export const ANSWER_MS = 72 * HOUR_MS
/** How much later an answer recorded in time may arrive (D5). */
export const GRACE_MS = 24 * HOUR_MS
const HOLD_MARGIN_MS = 12 * HOUR_MS
/** How much of the hold must be left at approval: answer + grace + margin = 108 h (D4). */
export const APPROVAL_NEEDS_MS = ANSWER_MS + GRACE_MS + HOLD_MARGIN_MS
/** How long after a question ended a take may be given as a free answer (D5). */
export const GIFT_MS = 14 * DAY_MS
/** Every other Monday a fortnight of earnings ends; `PAYOUT_SETTLES_MS` later they are paid out (D34). */
export const FORTNIGHT_MS = 14 * DAY_MS
export const PAYOUT_SETTLES_MS = 3 * DAY_MS
/**
 * How long a change of payout details waits before it takes effect. It is announced by mail and can be stopped
 * until then.
 */
export const PAYOUT_CHANGE_MS = 72 * HOUR_MS
/**
 * How long every run retries a transfer for which the provider's balance is too low, from its first try; afterwards
 * it is paid by hand.
 */
export const TRANSFER_WAITS_MS = 3 * DAY_MS
/** How long an answer that could not be charged waits for its fan to pay again (D33). */
export const PAY_AGAIN_MS = 72 * HOUR_MS
/** How long before `dueAt` the athlete is reminded. */
export const REMINDERS_MS = [24 * HOUR_MS, 6 * HOUR_MS] as const
/** How long before an announced answer's video must have arrived the athlete is reminded of it once more. */
export const ARRIVAL_REMINDER_MS = 6 * HOUR_MS
/** How long after an answer arrived a fan who has not rated it is asked to, once. */
export const RATING_REMINDER_MS = 3 * DAY_MS
/** How long after an answer arrived its fan may ask back about it. */
export const CLARIFYING_MS = 30 * DAY_MS
/** How long after its page was left a prepared ask is released. */
export const ABANDONED_ASK_MS = 1 * HOUR_MS
/**
 * How long a mailed link works that signs in, sets a password (`RESET_LINK_MS`) or activates an account
 * (`ACTIVATION_LINK_MS`).
 */
export const SIGN_IN_LINK_MS = HOUR_MS / 6
export const RESET_LINK_MS = 1 * HOUR_MS
/** How long the two links work that confirm a new email address. */
export const EMAIL_CHANGE_MS = 24 * HOUR_MS
export const ACTIVATION_LINK_MS = 24 * HOUR_MS
/** How long an invitation to the team is valid. */
export const TEAM_INVITE_MS = 7 * DAY_MS
/** How long a second factor that was shown again counts for actions that require it. */
export const FACTOR_COUNTS_MS = HOUR_MS / 6
/** How long the mailed link to one's own data stays open. */
export const MINE_LINK_MS = 1 * HOUR_MS
/** How long a member who asked to leave may come back; then everything about them is erased. */
export const LEAVING_MS = 7 * DAY_MS
/** How long data is kept that is no longer needed; `answersMonths` in calendar months. */
export const KEPT = {
  /** An ask that was never sent, a discarded draft. */
  draftsMs: 1 * DAY_MS,
  /** The video of a question that ended without an answer. */
  endedVideosMs: 30 * DAY_MS,
  answersMonths: 24,
  /** The mails and push messages that were sent, and their recipients. */
  messagesMs: 30 * DAY_MS,
  webhooksMs: 90 * DAY_MS,
  /** What somebody wrote to the team, once it was dealt with. */
  formsMonths: 24,
  /** Attempts on accounts, and the network each came from. */
  securityEventsMs: 90 * DAY_MS,
  /**
   * The outcomes of a guest's intents: kept longer than a device resends them after a restore; refusals for a
   * day.
   */
  guestOutcomesMs: 31 * DAY_MS,
  guestRefusalsMs: 1 * DAY_MS,
} as const
/**
 * How often a live stream sends a heartbeat. Its event has a name of its own, which devices that do not know it
 * ignore.
 */
export const STREAM_BEAT = { name: 'beat', everyMs: 20_000 } as const
/** How long uploaded bytes are kept that no question or answer has claimed. */
export const LOOSE_BYTES_MS = 7 * DAY_MS

export const LIMITS = {
  subjectCharacters: 50,
  textCharacters: 500,
  nameCharacters: 35,
  cityCharacters: 35,
  /** The longest address that mail can be sent to (RFC 5321, D114). */
  emailCharacters: 254,
  noteCharacters: 500,
  /** The team's own notes. */
  teamNotesCharacters: 2_000,
  /** A fan's feedback on an answer, and on the product. */
  feedbackCharacters: 1_000,
  /** The transcript of an answer; the file it comes in; the number of its cues. */
  transcriptCharacters: 3_000,
  captionFileCharacters: 20_000,
  captionCues: 300,
  usernameCharacters: 15,
  /** The length of a password (D48). Apart from its length, a password must not be common or easy to guess. */
  passwordLeast: 8,
  passwordLeastAdmin: 15,
  passwordMost: 128,
  /** For askers, fans and athletes alike, by calendar birthday in UTC (D9, D10). */
  minimumAgeYears: 15,
  earliestBirthDate: '1900-01-01',
  /** 100 MB as the specification counts it; exactly this size is still accepted (D8). */
  videoBytes: 104_857_600,
  /** A recording in the app stops here; a file chosen in the wizard may be longer (D6). */
  questionRecordingMs: 20_000,
  questionFileMs: 300_000,
  /** A file chosen on the request page may be no longer than a recording (D6). */
  requestFileMs: 20_000,
  /** The recorder stops at 60 s; a file is accepted up to 61.0 s (D7). */
  answerRecordingMs: 60_000,
  answerFileMs: 61_000,
  answerMarkMs: 40_000,
  /** The least that a question costs unless it is free; for a free athlete a tip with the question (D15). */
  leastQuestionCents: 500,
  /** The least tip for an answer (S2-9.11, D16). */
  leastAnswerTipCents: 200,
  highestAmountCents: 1_000_000,
  /** A balance above this is paid out every fortnight, any other every month (S2-9.14). */
  payoutEveryFortnightOverCents: 10_000,
  payoutReferenceCharacters: 200,
  /** How many lines a statement or a list of receipts shows, the newest first; its sums cover everything. */
  moneyLines: 1_000,
  /** How many questions of a browser or an account are listed, the newest first. */
  myQuestions: 100,
  presetTipsCents: [500, 1_000],
  discountCodeCharacters: 40,
  requestBytes: 65_536,
  pushIntents: 50,
  knownIntents: 1_000,
  pullDocuments: 1_000,
  snapshotRows: 30,
} as const

/** Limits that only the server needs, kept apart so that no page loads them. */
export const SERVER_LIMITS = {
  /** How often the address of one question may be corrected. */
  emailCorrections: 3,
  /** Videos that a fan or guest may have uploading that no question has claimed. */
  looseQuestionVideos: 30,
  /** The same for an athlete, per approved question. */
  looseTakesPerQuestion: 20,
  /** Bytes of unclaimed videos: for a guest, for a person, and in addition for an athlete per approved question. */
  looseGuestBytes: 524_288_000,
  loosePersonBytes: 1_073_741_824,
  looseTakeBytesPerQuestion: 314_572_800,
  /** Open streams per session; one more closes the oldest. */
  streamsPerSession: 12,
  /**
   * Unfinished questions that an account may keep on the server; a discarded one counts as long as its text is
   * kept.
   */
  draftsPerPerson: 500,
  /**
   * Intents that an account, or a browser without one, may send in an hour; they are limited because every
   * outcome is kept.
   */
  intentsPerHour: 7_200,
  guestIntentsPerHour: 600,
} as const

/** The types a video may have (D93); the server goes by the file's first bytes. */
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'] as const
export type VideoType = (typeof VIDEO_TYPES)[number]
