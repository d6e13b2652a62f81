import { BusyButton } from '../../ui/busy-button.tsx'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { deskRefusal } from '../desk-words.ts'
import type { Requests } from '../requests/use-requests.ts'
import { useMay } from '../use-may.ts'
import { decidingWords, NEEDS_NETWORK } from './deciding-words.ts'

/** Renders the two decisions on a new request, always within reach at the bottom (S2-2.117). */
export function DecisionBar({ requests: { looked, online, decision, acts, keys } }: { requests: Requests }) {
  const { question } = looked
  const mayScreen = useMay('screen-question')
  if (question?.status !== 'new' || !mayScreen) return null
  const { waiting } = question
  return (
    <div className="sticky bottom-0 low:static z-10 -mx-4 grid gap-3 border-t bg-page px-4 pt-3 pb-safe-3 lg:static lg:mx-0 lg:bg-surface lg:px-6">
      {!online && <StatusLine icon="offline">{NEEDS_NETWORK}</StatusLine>}
      {waiting?.refused && (
        <StatusLine icon="warning" tone="warning">
          {waiting.by} wanted to {waiting.decision} this, which could not be done.{' '}
          {deskRefusal({ code: waiting.refused }, question.status)}
        </StatusLine>
      )}
      {waiting && !waiting.refused ? (
        <div className="flex items-center justify-between gap-3">
          <StatusLine icon="clock" live>
            {decidingWords(waiting)}
          </StatusLine>
          <BusyButton tone="secondary" size="small" onPress={() => decision.undo(question.id)}>
            Undo
          </BusyButton>
        </div>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Button tone="secondary" disabled={!acts.canDecide} onClick={acts.rejectOpen}>
            Reject {keys.areOn && <Key>r</Key>}
          </Button>
          <Button icon="check" loading={decision.isBusy} disabled={!acts.canApprove} onClick={acts.approve}>
            Approve {keys.areOn && <Key>a</Key>}
          </Button>
        </div>
      )}
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
