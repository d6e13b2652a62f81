import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BlockForm } from '../office/blocked-page.tsx'

/** Blocks whoever asked this: from here the address is known already. */
export function BlockAsker({ email, online }: { email: string; online: boolean }) {
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
          From now on it can ask nothing, as a guest or by an account. What was asked already waits here to be
          decided.
        </p>
        <BlockForm email={email} onBlocked={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
