import { useEffect, useId, useState } from 'react'
import { ANSWER_MS, DAY_MS, LIMITS } from '../../../sync/limits.ts'
import { keepNote } from '../../api/keep-note.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

const SEEN = 'infield.free-question-seen'

/**
 * Renders the Free First Question popup of promo athletes. Each browser shows it until the visitor has closed it
 * once (S1-2.97 to S1-2.99, D88). The popup takes no focus and does not cover the button to ask; Esc closes it.
 */
export function FreeQuestionCard({ onAsk }: { onAsk: () => void }) {
  const id = useId()
  const [isOpen, setOpen] = useState(() => !isSeen())
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ key }: KeyboardEvent) => {
      // An open dialog handles Esc itself.
      if (key === 'Escape' && !document.querySelector('dialog[open]')) close(setOpen)
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [isOpen])
  if (!isOpen) return null
  return (
    <section
      role="dialog"
      aria-labelledby={id}
      className="card fixed inset-x-3 bottom-[calc(0.75rem+var(--tab-bar,0px)+env(safe-area-inset-bottom))] z-30 low:static low:m-3 animate-rise p-5 shadow-float md:right-auto md:bottom-6 md:left-6 md:w-96"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 id={id} className="display text-2xl">
          Free First Question
        </h2>
        <button
          type="button"
          onClick={() => close(setOpen)}
          className="touch -mt-2 -mr-3 grid shrink-0 place-items-center rounded text-muted hover:text-ink"
        >
          <Icon name="close" label="Close" />
        </button>
      </div>
      <p className="mt-2 text-pretty">
        Ask a personalized question and get a {LIMITS.answerMarkMs / 1_000}-second video answer within{' '}
        {ANSWER_MS / DAY_MS} days. No signup required.
      </p>
      <Button
        size="small"
        className="mt-4"
        onClick={() => {
          close(setOpen)
          onAsk()
        }}
      >
        Ask for free
      </Button>
    </section>
  )
}

function close(setOpen: (isOpen: boolean) => void): void {
  setOpen(false)
  keepNote(SEEN, '1')
}

function isSeen(): boolean {
  try {
    return localStorage.getItem(SEEN) !== null
  } catch {
    return false
  }
}
