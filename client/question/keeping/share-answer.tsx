import { lazy, Suspense, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { Button } from '../../ui/button.tsx'

// the list of links is no part of what the page needs to stand
const ShareDialog = lazy(() => import('./share-dialog.tsx').then((part) => ({ default: part.ShareDialog })))

/** Gives the answer to others by links of their own, each of which can be taken back. */
export function ShareAnswer({ token }: { token: string }) {
  const online = useOnline()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button tone="secondary" size="small" icon="share" disabled={!online} onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <Suspense>
          <ShareDialog token={token} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
