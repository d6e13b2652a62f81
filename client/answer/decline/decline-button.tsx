import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { DeclineDialog } from './decline-dialog.tsx'

type DeclineButtonProps = {
  questionId: string
  /** The fan who is told of the decline. */
  asker: string
  isDisabled?: boolean
  /** Makes the button small and light, for a place beside other actions. */
  isQuiet?: boolean
  onDeclined: () => void
}

/** Renders the button that declines a question, after a confirmation. */
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
