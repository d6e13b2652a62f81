import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOnline } from '../../api/connection.ts'
import { useHasDevice } from '../../store/use-has-device.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'

/** Counting what waits needs the device's database: loaded only where there is one, and while there is a network. */
const UnsentLine = lazy(() =>
  import('../../account/unsent-line.tsx').then(
    (found) => ({ default: found.UnsentLine }),
    () => ({ default: OfflineLine }),
  ),
)

/** The one quiet line about the connection or the session, while there is something to say. */
export function ConnectionLine() {
  const online = useOnline()
  const hasDevice = useHasDevice()
  if (online) return <EndedLine />
  if (!hasDevice) return <OfflineLine />
  return (
    <Suspense fallback={<OfflineLine />}>
      <UnsentLine />
    </Suspense>
  )
}

function OfflineLine() {
  return <StatusLine icon="offline">Offline. What you opened before is here.</StatusLine>
}

function EndedLine() {
  return (
    <StatusLine icon="lock">
      You are signed out. What you made is safe on this device.{' '}
      <Link to="/signin" className="link">
        Sign in to send it
      </Link>
    </StatusLine>
  )
}
