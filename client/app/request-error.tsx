import { isOnline } from '../api/connection.ts'
import { RequestCrash } from './crash.tsx'
import { ScreenError } from './router/screen-error.tsx'

type RequestErrorProps = { error: unknown; reset?: () => void }

/** The request area has a crash screen of its own (S1-2.51); without a network it may only not be on this device yet. */
export function RequestError(props: RequestErrorProps) {
  return isOnline() ? <RequestCrash /> : <ScreenError {...props} />
}
