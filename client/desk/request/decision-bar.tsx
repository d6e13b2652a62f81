import type { DeskQuestionAnswer } from '../../../sync/calls.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { moneyWords } from '../desk-words.ts'

type DecisionBarProps = {
  question: DeskQuestionAnswer
  online: boolean
  isBusy: boolean
  now: number
  onApprove: () => void
  onReject: () => void
}

/** The two things to do with a new request, within reach at the bottom (S2-2.117). */
export function DecisionBar({ question, online, isBusy, now, onApprove, onReject }: DecisionBarProps) {
  if (question.status !== 'new') return null
  const { isTooLate } = moneyWords(question, now)
  return (
    <div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t bg-page px-4 pt-3 pb-safe-3 lg:static lg:mx-0 lg:bg-surface lg:px-6">
      {!online && <StatusLine icon="offline">Decisions need a network.</StatusLine>}
      <div className="grid grid-cols-2 gap-3">
        <Button tone="secondary" disabled={!online || isBusy} onClick={onReject}>
          Reject <Key>r</Key>
        </Button>
        <Button icon="check" loading={isBusy} disabled={!online || isTooLate} onClick={onApprove}>
          Approve <Key>a</Key>
        </Button>
      </div>
    </div>
  )
}

function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current px-1.5 font-normal text-xs opacity-70 max-lg:hidden"
    >
      {children}
    </kbd>
  )
}
