import { COPY } from '../../../sync/copy.ts'
import { LAST_STEP } from '../asking/ask-draft.ts'
import type { Problem } from '../asking/send-ask.ts'
import { ProblemNote } from '../wizard/sending-status.tsx'

/** What is said as it is: it names its own cause. */
const PLAIN = ['too-many-requests', 'not-allowed'] as const

/**
 * A problem of sending in the request page's words: the payment (S2-8.14), or the submission with its cause (S2-8.15,
 * S2-8.21). What is mended in a field is told as the field tells it.
 */
function requestProblemText({ text, code, step }: Problem): string {
  if (PLAIN.some((plain) => plain === code)) return text
  if (text === COPY.paymentSetup) return COPY.paymentProcessing
  const isField = step !== undefined && !text.startsWith(COPY.uploadFailed)
  return isField ? text : `${COPY.submissionFailed} ${text}`
}

/** The same as a note; `onBack` goes to the form, where it is mended. */
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
