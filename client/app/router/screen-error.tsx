import { isOnline } from '../../api/connection.ts'
import { NotHereScreen, RequestCrash, RouteErrorScreen } from '../crash.tsx'

type ScreenErrorProps = { error: unknown; reset?: () => void }

const NOT_LOADED = /dynamically imported module|module script failed/i

/** A part of the app that could not be had is told as that; all else as the error it is. */
export function ScreenError({ error, reset }: ScreenErrorProps) {
  const isMissing = error instanceof Error && NOT_LOADED.test(error.message)
  if (!isMissing) return <RouteErrorScreen error={error} reset={reset} />
  return <NotHereScreen reset={reset} />
}

type RequestErrorProps = { error: unknown; reset?: () => void }

/** The request area has a crash screen of its own (S1-2.51); without a network it may only not be on this device yet. */
export function RequestError(props: RequestErrorProps) {
  return isOnline() ? <RequestCrash /> : <ScreenError {...props} />
}
