import { isOnline } from '../../api/connection.ts'
import { NotHereScreen, RequestCrash, RouteErrorScreen } from '../crash.tsx'

type ScreenErrorProps = { error: unknown; reset?: () => void }

const NOT_LOADED = /dynamically imported module|module script failed/i

/** The router's default error screen. It tells a part that could not be loaded from other errors. */
export function ScreenError({ error, reset }: ScreenErrorProps) {
  const isMissing = error instanceof Error && NOT_LOADED.test(error.message)
  if (!isMissing) return <RouteErrorScreen error={error} reset={reset} />
  return <NotHereScreen reset={reset} />
}

type RequestErrorProps = { error: unknown; reset?: () => void }

/**
 * The crash screen of the request area (S1-2.51). Without a network the area may only be missing on this device,
 * so `ScreenError` decides.
 */
export function RequestError(props: RequestErrorProps) {
  return isOnline() ? <RequestCrash /> : <ScreenError {...props} />
}
