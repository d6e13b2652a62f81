import { LIMITS } from '../limits.ts'
import { type Infer, id, line, z } from '../shape.ts'
import type { Thing } from './things.ts'

/** What may be stuck: a job that was given up, a mail or a push that does not leave, an order to the payment provider. */
export const TROUBLE_KINDS = ['job', 'mail', 'push', 'money'] as const
export type TroubleKind = (typeof TROUBLE_KINDS)[number]

/** Something that should have happened and has not. */
export type Trouble = {
  of: TroubleKind
  id: string
  /** The queue, the mail, the push or the order: `mail.send`, `answer-ready`, `capture`. */
  kind: string
  tries: number
  error: string | null
  since: number
  /** What waits for it. */
  about: Thing | null
  /** False where it came to its end, and trying again would end the same. */
  mayRetry: boolean
  /** False where money hangs on it that is still on its way: then it has to be brought to an end. */
  mayDrop: boolean
}

const trouble = { of: z.enum(TROUBLE_KINDS), troubleId: id }

/** trouble.retry: it is tried again at once. */
export const troubleRetry = z.strictObject(trouble)
/** trouble.drop: nobody tries it any more, and why. */
export const troubleDrop = z.strictObject({ ...trouble, reason: line(LIMITS.noteCharacters) })
export type TroubleNamed = Infer<typeof troubleRetry>
