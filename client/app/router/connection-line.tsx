import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useOnline } from '../../api/connection.ts'
import { useHasDevice } from '../../store/use-has-device.ts'
import { StatusLine } from '../../ui/status/status-line.tsx'

/** Loaded only on a device with a database, which counting needs, and while there is a network. */
const UnsentLine = lazy(() =>
  import('../../account/unsent-line.tsx').then(
    (found) => ({ default: found.UnsentLine }),
    () => ({ default: OfflineLine }),
  ),
)

/** Shows a line while the device is offline, or online after the session has ended. */
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
      You are signed out. What you made is still here.{' '}
      <Link to="/signin" className="link">
        Sign in to send it
      </Link>
    </StatusLine>
  )
}
