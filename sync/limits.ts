/** Every number of the product stands here once (S1-9, S2-9, D1–D16). */
export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** How long an admin may take, how long an athlete may take, and what the card hold must outlast (D4). */
export const SCREENING_MS = 48 * HOUR_MS
/** So long a discount code that was ended may count again. */
export const CODE_UNDO_MS = 10 * 60_000
/** So long a decision waits, and can be taken back. */
export const UNDO_MS = 10_000
/** So long a request is whose it was taken by, unless they take it once more. */
export const TAKEN_MS = 30 * 60_000
/** So long a text counts as the same one asked again. */
export const SAME_TEXT_MS = 30 * DAY_MS
/** The team is told of a question nobody has screened this long before its time is over. */
export const SCREENING_WARNING_MS = 12 * HOUR_MS
export const ANSWER_MS = 72 * HOUR_MS
/** An answer recorded in time may arrive this much later (D5). */
export const GRACE_MS = 24 * HOUR_MS
const HOLD_MARGIN_MS = 12 * HOUR_MS
/** Approval needs this much of the hold left: answer + grace + margin = 108 h (D4). */
export const APPROVAL_NEEDS_MS = ANSWER_MS + GRACE_MS + HOLD_MARGIN_MS
/** After its question ended, a take may be given as a free answer this long (D5). */
export const GIFT_MS = 14 * DAY_MS
/** Every other Monday ends a fortnight of earnings; so long after an end they are paid out (D34). */
export const FORTNIGHT_MS = 14 * DAY_MS
export const PAYOUT_SETTLES_MS = 3 * DAY_MS
/** So long before it counts is told by mail where payouts go from then on, and it can be stopped. */
export const PAYOUT_CHANGE_MS = 72 * HOUR_MS
/** A transfer that the provider's balance is too low for is tried again with every run, for so long; then it is paid by hand. */
export const TRANSFER_WAITS_MS = 3 * DAY_MS
/** An answer that could not be paid for waits so long for its fan to pay again (D33). */
export const PAY_AGAIN_MS = 72 * HOUR_MS
/** Reminders to the athlete before `dueAt`. */
export const REMINDERS_MS = [24 * HOUR_MS, 6 * HOUR_MS] as const
/** A fan who has not rated an answer is asked to, once, so long after it came. */
export const RATING_REMINDER_MS = 3 * DAY_MS
/** So long after an answer came, something may be asked once more about it. */
export const CLARIFYING_MS = 30 * DAY_MS
/** A prepared ask whose page was left for good is released after this. */
export const ABANDONED_ASK_MS = 1 * HOUR_MS
/** How long a mailed link is good: one that signs in, one that sets a password, one that activates an account. */
export const SIGN_IN_LINK_MS = HOUR_MS / 6
export const RESET_LINK_MS = 1 * HOUR_MS
/** How long the two links work that confirm another e-mail address. */
export const EMAIL_CHANGE_MS = 24 * HOUR_MS
export const ACTIVATION_LINK_MS = 24 * HOUR_MS
/** An invitation to the team is good for so long. */
export const TEAM_INVITE_MS = 7 * DAY_MS
/** So long a second factor that was shown counts for what asks for it again. */
export const FACTOR_COUNTS_MS = HOUR_MS / 6
/** How long the mailed link to one's own data stays open. */
export const MINE_LINK_MS = 1 * HOUR_MS
/** Whoever leaves may come back for this long; then everything of theirs is erased. */
export const LEAVING_MS = 7 * DAY_MS
/** How long things are kept that nobody needs any more; `answers` in calendar months. */
export const KEPT = {
  /** An ask that was never sent, a draft that was thrown away. */
  draftsMs: 1 * DAY_MS,
  /** The video of a question that ended without an answer. */
  endedVideosMs: 30 * DAY_MS,
  answersMonths: 24,
  /** What was mailed and pushed, and to whom. */
  messagesMs: 30 * DAY_MS,
  webhooksMs: 90 * DAY_MS,
  /** What was tried on accounts, and from where. */
  securityEventsMs: 90 * DAY_MS,
  /** What became of a guest's intents: longer than a device sends them again after a restore; of refused ones a day. */
  guestOutcomesMs: 31 * DAY_MS,
  guestRefusalsMs: 1 * DAY_MS,
} as const
/** So often a stream says that it is there, under a name of its own: a device that does not know it hears nothing. */
export const STREAM_BEAT = { name: 'beat', everyMs: 20_000 } as const
/** Unclaimed bytes are kept this long. */
export const LOOSE_BYTES_MS = 7 * DAY_MS

export const LIMITS = {
  subjectCharacters: 50,
  textCharacters: 500,
  nameCharacters: 35,
  cityCharacters: 35,
  /** The longest address that mail can be sent to (RFC 5321, D114). */
  emailCharacters: 254,
  noteCharacters: 500,
  /** Of what the team notes for itself. */
  teamNotesCharacters: 2_000,
  /** Of what a fan says about an answer, and about us. */
  feedbackCharacters: 1_000,
  /** Of the words of an answer; of the file they come in, and of its cues. */
  transcriptCharacters: 3_000,
  captionFileCharacters: 20_000,
  captionCues: 300,
  usernameCharacters: 15,
  /** Of a password (D48); nothing else is asked of it but not to be a frequent one. */
  passwordLeast: 8,
  passwordLeastAdmin: 15,
  passwordMost: 128,
  /** Asker, fan and creator alike, by calendar birthday in UTC (D9, D10). */
  minimumAgeYears: 15,
  earliestBirthDate: '1900-01-01',
  /** 100 MB as the specification counts it; exactly this much is accepted (D8). */
  videoBytes: 104_857_600,
  /** Recording in the app stops here; files of the wizard may be longer (D6). */
  questionRecordingMs: 20_000,
  questionFileMs: 300_000,
  /** A file chosen on the request page runs no longer than a recording (D6). */
  requestFileMs: 20_000,
  /** The recorder stops at 60 s; a file is accepted up to 61.0 s (D7). */
  answerRecordingMs: 60_000,
  answerFileMs: 61_000,
  answerMarkMs: 40_000,
  minimumTipCents: 500,
  /** Of a tip for an answer (S2-9.11, D16). */
  leastAnswerTipCents: 200,
  highestAmountCents: 1_000_000,
  /** A balance above this is paid out every fortnight, any other every month (S2-9.14). */
  payoutEveryFortnightOverCents: 10_000,
  payoutReferenceCharacters: 200,
  /** Of a statement or of receipts, the newest; sums are over everything. */
  moneyLines: 1_000,
  /** Of what a browser or an account has asked, the newest. */
  myQuestions: 100,
  presetTipsCents: [500, 1_000],
  discountCodeCharacters: 40,
  requestBytes: 65_536,
  pushIntents: 50,
  knownIntents: 1_000,
  pullDocuments: 1_000,
  snapshotRows: 30,
} as const

/** Limits that the server alone counts; apart, so that no page loads them. */
export const SERVER_LIMITS = {
  /** So often the address of one question may be put right. */
  emailCorrections: 3,
  /** Videos a fan or guest may have under way that no question has claimed. */
  looseQuestionVideos: 30,
  /** The same for an athlete, for each approved question. */
  looseTakesPerQuestion: 20,
  /** Bytes of such videos: of a guest, of a person, and of an athlete for each approved question beside. */
  looseGuestBytes: 524_288_000,
  loosePersonBytes: 1_073_741_824,
  looseTakeBytesPerQuestion: 314_572_800,
  /** Streams that are open for one session; one more ends the oldest. */
  streamsPerSession: 12,
  /** Unfinished questions that an account keeps here at once; those thrown away count as long as their words are kept. */
  draftsPerPerson: 500,
  /** Intents that an account may send in an hour, and a browser without one: what became of each is kept. */
  intentsPerHour: 7_200,
  guestIntentsPerHour: 600,
} as const

/** What a video may be (D93); the server decides by the file's first bytes. */
export const VIDEO_TYPES = ['video/mp4', 'video/webm', 'video/quicktime'] as const
export type VideoType = (typeof VIDEO_TYPES)[number]
