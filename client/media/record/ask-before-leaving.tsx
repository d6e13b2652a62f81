import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

const always = () => true

/**
 * Asks before the page is left by Back, by a notification, by a reload or by closing the tab, while `isWanted`: the
 * recording is only in memory and would be gone.
 */
export function AskBeforeLeaving({ isWanted }: { isWanted: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: always,
    // The router's own listener is only there with the browser's history.
    enableBeforeUnload: false,
    disabled: !isWanted,
    withResolver: true,
  })
  useEffect(() => {
    if (!isWanted) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isWanted])
  return (
    <Dialog
      open={status === 'blocked'}
      role="alertdialog"
      title="Leave without the recording?"
      onClose={() => reset?.()}
      footer={
        <>
          <Button tone="secondary" onClick={() => reset?.()} data-autofocus>
            Stay
          </Button>
          <Button tone="danger" onClick={() => proceed?.()}>
            Leave
          </Button>
        </>
      }
    >
      <p>It is not saved on this device yet. If you leave this page, it is gone.</p>
    </Dialog>
  )
}
