import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { TakeRow } from '../../db/device.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'
import { OwnTakes } from '../take-tools.tsx'

/** Returns the take to be sent, at first the one that the address names, and how to choose another. */
export function useChosenTake(): [string | null, (takeId: string | null) => void] {
  const { take } = useSearch({ strict: false }) as { take?: unknown }
  return useState(typeof take === 'string' ? take : null)
}

type OtherTakesProps = {
  others: readonly TakeRow[]
  isDisabled: boolean
  onChoose: (takeId: string) => void
}

/** Leads to what else was recorded for the question: each is watched, chosen to be sent, saved or deleted. */
export function OtherTakes({ others, isDisabled, onChoose }: OtherTakesProps) {
  const [isOpen, setOpen] = useState(false)
  if (others.length === 0) return null
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        icon="device"
        disabled={isDisabled}
        className="-my-1 -ml-3.5 justify-self-start"
        onClick={() => setOpen(true)}
      >
        {others.length === 1 ? 'Your other recording' : `Your ${others.length} other recordings`}
      </Button>
      <Dialog open={isOpen} title="Other recordings" onClose={() => setOpen(false)}>
        <OwnTakes
          takes={others}
          more={({ id }) => (
            <div className="mb-3">
              <Button size="small" onClick={() => onChoose(id)}>
                Choose this one
              </Button>
            </div>
          )}
        />
      </Dialog>
    </>
  )
}

/** Says, above the button that sends, that the recordings with these ids go. */
export function OthersGo({ goes }: { goes: readonly string[] }) {
  if (goes.length === 0) return null
  const which = goes.length === 1 ? 'your other recording' : `your ${goes.length} other recordings`
  return <StatusLine icon="trash">Sending this one deletes {which} for this question.</StatusLine>
}
