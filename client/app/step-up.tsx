import { createRoot } from 'react-dom/client'
import type { Refusal } from '../../sync/result.ts'

/** Calls that are refused at once ask together. */
let asking: Promise<boolean> | null = null

/**
 * Asks whoever made a call for the second factor once more; false where they gave up. A call at a mailed link is about
 * that link's account: its token comes along. The dialog stands beside the app, so that no page carries it before it is
 * needed.
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
