/** The five statuses of a question, as the specification spells them (S2-4.1). */
export const QUESTION_STATUSES = ['new', 'approved', 'rejected', 'athlete rejected', 'completed'] as const
export type QuestionStatus = (typeof QUESTION_STATUSES)[number]

/** Why a question ended as it did; a closed list in addition to the statuses (D113). */
export const REASONS = [
  'no-answer',
  'screening-limit',
  'cancelled-by-asker',
  'payment-lapsed',
  'athlete-removed',
  'admin-note',
  'closed-by-team',
  'declined',
  'video-unreadable',
] as const
export type Reason = (typeof REASONS)[number]

/**
 * The permitted moves of a question, each with its old statuses and its new one. Everything not listed is
 * refused.
 */
export const QUESTION_LIFE = {
  approve: { from: ['new'], to: 'approved' },
  reject: { from: ['new'], to: 'rejected' },
  'screening-limit': { from: ['new'], to: 'rejected' },
  cancel: { from: ['new'], to: 'rejected' },
  decline: { from: ['approved'], to: 'athlete rejected' },
  expire: { from: ['approved'], to: 'athlete rejected' },
  /** The asker leaves: approved questions without an answer are taken back too. */
  withdraw: { from: ['approved'], to: 'rejected' },
  /** The athlete leaves. */
  'athlete-left': { from: ['approved'], to: 'athlete rejected' },
  'athlete-left-unscreened': { from: ['new'], to: 'rejected' },
  complete: { from: ['approved'], to: 'completed' },
  /** A take given for free where the time ran out, the athlete declined or the payment lapsed (D5). */
  give: { from: ['athlete rejected'], to: 'completed' },
  lapse: { from: ['approved'], to: 'athlete rejected' },
  'lapse-unscreened': { from: ['new'], to: 'rejected' },
} as const satisfies Record<string, { from: readonly QuestionStatus[]; to: QuestionStatus }>
export type QuestionMove = keyof typeof QUESTION_LIFE

/** Checks whether a question has ended. */
export function isSettled(status: QuestionStatus): boolean {
  return status === 'rejected' || status === 'athlete rejected' || status === 'completed'
}
