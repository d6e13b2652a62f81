import { useState } from 'react'
import type { UnsentWork } from '../app/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

type SignOutDialogProps = { unsent: UnsentWork; onStay: () => void; onDiscard: () => Promise<void> }

/** Something of this account has not been sent: stay and let it leave, or sign out and lose it. */
export function SignOutDialog({ unsent, onStay, onDiscard }: SignOutDialogProps) {
  const [isLeaving, setLeaving] = useState(false)
  const discard = () => {
    setLeaving(true)
    void onDiscard().finally(() => setLeaving(false))
  }
  return (
    <Dialog
      open
      role="alertdialog"
      title="Not everything has been sent"
      dismissible={false}
      onClose={onStay}
      footer={
        <>
          <Button tone="danger" loading={isLeaving} onClick={discard}>
            Sign out and delete it
          </Button>
          <Button onClick={onStay} data-autofocus>
            Stay and let it send
          </Button>
        </>
      }
    >
      <p>
        {describeUnsent(unsent)} on this device and nowhere else. Signing out deletes what this account keeps
        here. It sends by itself while you stay signed in and have a network.
      </p>
    </Dialog>
  )
}

function describeUnsent({ intents, videos }: UnsentWork): string {
  const parts = [
    videos > 0 && `${videos} ${videos === 1 ? 'video' : 'videos'}`,
    intents > 0 && `${intents} ${intents === 1 ? 'change' : 'changes'}`,
  ].filter(Boolean)
  return `${parts.join(' and ')} ${videos + intents === 1 ? 'is' : 'are'}`
}
