import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BlockForm } from '../office/blocked-page.tsx'

type BlockAskerProps = { email: string; questionId: string; online: boolean }

/** Renders the button and the dialog that block the requester's address, which is already filled in. */
export function BlockAsker({ email, questionId, online }: BlockAskerProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="quiet"
        size="small"
        className="-ml-3.5 justify-self-start"
        disabled={!online || email === ''}
        onClick={() => setOpen(true)}
      >
        Block this address…
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Block this address?">
        <p className="mb-4 text-sm">
          From now on it can ask nothing. If this was asked without signing in, an account that has the
          address can still ask: it may be somebody else’s. What was asked already waits here to be decided.
        </p>
        <BlockForm email={email} questionId={questionId} onBlocked={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
