import { createRoot } from 'react-dom/client'
import type { Refusal } from '../../sync/result.ts'

/** The open dialog's result. Calls that are refused while it is open share it. */
let asking: Promise<boolean> | null = null

/**
 * Asks the user for the second factor again; returns false when they cancel. A call by a mailed link concerns that
 * link's account, so its token is passed on. The dialog is rendered beside the app, so no page loads it in advance.
 */
export function wantFactor(refusal: Refusal, body: unknown): Promise<boolean> {
  asking ??= ask(refusal, tokenIn(body)).finally(() => {
    asking = null
  })
  return asking
}

async function ask({ detail }: Refusal, token: string | null): Promise<boolean> {
  const { StepUpDialog } = await import('../account/second-factor/step-up-dialog.tsx')
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const isShown = await new Promise<boolean>((settle) =>
    root.render(<StepUpDialog detail={detail} token={token} onSettled={settle} />),
  )
  root.unmount()
  place.remove()
  return isShown
}

function tokenIn(body: unknown): string | null {
  const { token } = Object(body) as { token?: unknown }
  return typeof token === 'string' ? token : null
}
