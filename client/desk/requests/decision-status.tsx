import { serverNow } from '../../api/session.ts'
import { namedRequest } from '../request/deciding-words.ts'
import type { MadeDecision } from '../request/waiting-decisions.ts'

/** What the admin is told of their last decision. The id tells two decisions apart that have the same words. */
export type ToldDecision = { id: string; text: string }

/**
 * Tells screen readers what the last press decided and which request the buttons are about now: they keep their
 * place, their names and the focus while the next request takes the place of the decided one. The seconds are those
 * at the decision; they are not counted down here.
 */
export function DecisionStatus({ told }: { told: ToldDecision | null }) {
  return (
    <div role="status" className="sr-only">
      {told && <p key={told.id}>{told.text}</p>}
    </div>
  )
}

/**
 * Returns the words for a decision that was just made. `next` is the subject of the request that is open now, null
 * if none is, and undefined if the decision changed nothing about that.
 */
export function decidedWords(
  { subject, decision, takesEffectAt }: MadeDecision,
  next: string | null | undefined,
): string {
  const left = Math.max(0, Math.ceil((takesEffectAt - serverNow()) / 1_000))
  const act = decision === 'approve' ? 'Approving' : 'Rejecting'
  const made = `${act} ${namedRequest(subject)}: undo within ${left} seconds.`
  if (next === undefined) return made
  return next === null ? `${made} No other request is listed.` : `${made} Now: ${namedRequest(next)}.`
}
