import { useEffect } from 'react'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'
import { StatusLine } from '../../ui/status/status-line.tsx'

/** Where what was entered is, in one line, and the way to have it nowhere. */
export function KeptHere({ onForget }: { onForget: () => void }) {
  const online = useOnline()
  useEffect(() => {
    // what makes a picture ready is here by the time there may be no network to load it with
    void import('../../media/picture/read-picture.ts').catch(() => {})
  }, [])
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <StatusLine icon={online ? 'device' : 'offline'} live>
        {online
          ? 'Kept on this device until you send it, without your password.'
          : 'Offline. What you entered is kept on this device, without your password; sending it needs a network.'}
      </StatusLine>
      <Button tone="quiet" size="small" onClick={onForget}>
        Throw it away
      </Button>
    </div>
  )
}
