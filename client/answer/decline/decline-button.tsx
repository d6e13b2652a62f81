import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

type DeclineButtonProps = {
  questionId: string
  /** Who is told. */
  asker: string
  isDisabled?: boolean
  onDeclined: () => void
}

/** Turns a question down, asked first. */
export function DeclineButton({ questionId, asker, isDisabled, onDeclined }: DeclineButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button tone="secondary" wide disabled={isDisabled} onClick={() => setAsking(true)}>
        Decline
      </Button>
      {isAsking && (
        <DeclineDialog
          questionId={questionId}
          asker={asker}
          onClose={() => setAsking(false)}
          onDeclined={onDeclined}
        />
      )}
    </>
  )
}
