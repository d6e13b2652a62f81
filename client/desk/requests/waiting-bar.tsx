import { useEffect, useState } from 'react'
import { serverNow } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useDeskKeys } from '../desk-keys.ts'
import { areKeysOn } from '../keys-on.ts'
import type { MadeDecision, WaitingDecisions } from '../request/waiting-decisions.ts'

type WaitingBarProps = {
  waiting: readonly MadeDecision[]
  onUndo: (id: string) => void
  /** Whether a request is open: on a phone, the bar then stays above the decision buttons at the bottom. */
  isLooking: boolean
  /** Whether the key that undoes the last decision is shown. */
  areKeysOn: boolean
}

/** How many decisions the bar shows; a phone shows only the last. More would cover the next request to decide. */
const MOST_SHOWN = 3

/** Renders the decisions that the admin can still undo, with the seconds left. */
export function WaitingBar({ waiting, onUndo, isLooking, areKeysOn }: WaitingBarProps) {
  const now = useSeconds(waiting.length > 0)
  if (waiting.length === 0) return null
  const shown = waiting.slice(-MOST_SHOWN)
  const place = isLooking ? 'bottom-4 max-lg:bottom-[calc(5.5rem+env(safe-area-inset-bottom))]' : 'bottom-4'
  return (
    <ul
      className={`pointer-events-none fixed left-4 z-40 grid w-[min(26rem,calc(100%-2rem))] gap-2 ${place}`}
    >
      {shown.map(({ id, subject, decision, takesEffectAt }, index) => {
        const left = Math.max(0, Math.ceil((takesEffectAt - now) / 1_000))
        const isLast = index === shown.length - 1
        return (
          <li
            key={id}
            className={`pointer-events-auto flex animate-rise items-center gap-3 rounded bg-inverse py-1 pr-1 pl-4 text-on-inverse text-sm shadow-float ${isLast ? '' : 'max-lg:hidden'}`}
          >
            <p className="min-w-0 flex-1">
              <span className="label">{decision === 'approve' ? 'Approving' : 'Rejecting'}</span>{' '}
              <span className="figures">{left > 0 ? `in ${left} s` : 'now'}</span>
              {isLast && <Others all={waiting.length} shown={shown.length} />}
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
                Undo
                {isLast && areKeysOn && (
                  <kbd aria-hidden className="max-lg:hidden">
                    u
                  </kbd>
                )}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Renders the bar on the parts of the desk that show no request, where the key undoes the last decision as well. */
export function WaitingElsewhere({ waiting: { all, undo, undoLast } }: { waiting: WaitingDecisions }) {
  useDeskKeys({ undo: () => void undoLast() })
  return <WaitingBar waiting={all} onUndo={undo} isLooking={false} areKeysOn={areKeysOn()} />
}

/** Renders the number of other waiting decisions. An admin can undo each of them from its request. */
function Others({ all, shown }: { all: number; shown: number }) {
  return (
    <span className="figures opacity-75">
      {all > 1 && <span className="lg:hidden"> · {all - 1} more</span>}
      {all > shown && <span className="max-lg:hidden"> · {all - shown} more</span>}
    </span>
  )
}

/** Returns the server's time and renders again four times a second while `isOn`. */
function useSeconds(isOn: boolean): number {
  const [, look] = useState(0)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => look((looks) => looks + 1), 250)
    return () => clearInterval(timer)
  }, [isOn])
  // Read the clock at each render, because a time stored before the first decision would be old.
  return serverNow()
}
