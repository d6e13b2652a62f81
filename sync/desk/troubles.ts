import { LIMITS } from '../limits.ts'
import { type Infer, id, line, z } from '../shape.ts'
import type { Thing } from './things.ts'

/**
 * The kinds of trouble: a job that was given up, a mail or a push message that cannot be sent, an operation at
 * the payment provider.
 */
export const TROUBLE_KINDS = ['job', 'mail', 'push', 'money'] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** Something that should have happened and has not. */
export type Trouble = {
  of: TroubleKind
  id: string
  /**
   * The queue, the kind of mail or push message, or the kind of operation: `mail.send`, `answer-ready`,
   * `capture`.
   */
  kind: string
  tries: number
  error: string | null
  since: number
  /** The thing that is held up by it. */
  about: Thing | null
  /** False where it failed for good and a retry would end the same way. */
  mayRetry: boolean
  /** False where a payment under way depends on it, which has to be finished first. */
  mayDrop: boolean
}

const trouble = { of: z.enum(TROUBLE_KINDS), troubleId: id }

/** The `trouble.retry` intent: tries it again at once. */
export const troubleRetry = z.strictObject(trouble)
/** The `trouble.drop` intent: gives up on it, with the reason. */
export const troubleDrop = z.strictObject({ ...trouble, reason: line(LIMITS.noteCharacters) })
export type TroubleNamed = Infer<typeof troubleRetry>
