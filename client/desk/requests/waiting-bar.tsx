import { useEffect, useState } from 'react'
import { serverNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import type { MadeDecision } from '../request/use-decision.ts'

type WaitingBarProps = { waiting: readonly MadeDecision[]; onUndo: (id: string) => void }

/** What was just decided and can still be taken back, with the seconds that are left. */
export function WaitingBar({ waiting, onUndo }: WaitingBarProps) {
  const now = useSeconds(waiting.length > 0)
  if (waiting.length === 0) return null
  return (
    <ul className="pointer-events-none fixed bottom-4 left-4 z-40 grid w-[min(26rem,calc(100%-2rem))] gap-2">
      {waiting.map(({ id, subject, decision, takesEffectAt }, index) => {
        const left = Math.max(0, Math.ceil((takesEffectAt - now) / 1_000))
        return (
          <li
            key={id}
            className="pointer-events-auto flex animate-rise items-center gap-3 rounded bg-inverse py-1 pr-1 pl-4 text-on-inverse text-sm shadow-float"
          >
            <p className="min-w-0 flex-1">
              <span className="label">{decision === 'approve' ? 'Approving' : 'Rejecting'}</span>{' '}
              <span className="figures">{left > 0 ? `in ${left} s` : 'now'}</span>
              <span className="block truncate opacity-75">{subject || 'N/A'}</span>
            </p>
            {left > 0 && (
              <Button
                tone="quiet"
                size="small"
                className="text-on-inverse"
                onClick={() => onUndo(id)}
                aria-label={`Undo: ${subject}`}
              >
                Undo{index === waiting.length - 1 && <kbd aria-hidden>u</kbd>}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The server's time, second by second, as long as somebody counts. */
function useSeconds(isOn: boolean): number {
  const [, look] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => look((looks) => looks + 1), 250)
    return () => clearInterval(timer)
  }, [isOn])
  // read as it is drawn: what was read before the first decision is old
  return serverNow()
}
