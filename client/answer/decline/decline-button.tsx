import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

type DeclineButtonProps = {
  questionId: string
  /** Who is told. */
  asker: string
  isDisabled?: boolean
  /** One of several ways that lie near each other: small, and without weight. */
  isQuiet?: boolean
  onDeclined: () => void
}

/** Turns a question down, asked first. */
export function DeclineButton({ questionId, asker, isDisabled, isQuiet, onDeclined }: DeclineButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        tone={isQuiet ? 'quiet' : 'secondary'}
        size={isQuiet ? 'small' : undefined}
        wide={!isQuiet}
        disabled={isDisabled}
        onClick={() => setAsking(true)}
      >
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
