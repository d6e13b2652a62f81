import { COPY } from '../../../sync/copy.ts'
import { LAST_STEP } from '../asking/ask-draft.ts'
import type { Problem } from '../asking/send-ask.ts'
import { ProblemNote } from '../wizard/sending-status.tsx'

/** Refusals whose text is shown unchanged, because it names its own cause. */
const PLAIN = ['too-many-requests', 'not-allowed'] as const

/**
 * Returns the text for a problem of sending: about the payment (S2-8.14), or about the submission with its cause
 * (S2-8.15, S2-8.21). A problem that the fan can correct in a field keeps the field's own text.
 */
function requestProblemText({ text, code, step }: Problem): string {
  if (PLAIN.some((plain) => plain === code)) return text
  if (text === COPY.paymentSetup) return COPY.paymentProcessing
  const isField = step !== undefined && !text.startsWith(COPY.uploadFailed)
  return isField ? text : `${COPY.submissionFailed} ${text}`
}

/** Renders that text as a note; `onBack` leads to the form, where the fan can correct the problem. */
export function RequestProblem({ problem, onBack }: { problem: Problem; onBack?: () => void }) {
  const { step, ...told } = problem
  const text = requestProblemText(problem)
  return (
    <ProblemNote
      problem={onBack ? { ...told, step, text } : { ...told, text }}
      step={LAST_STEP}
      onGoTo={() => onBack?.()}
    />
  )
}
