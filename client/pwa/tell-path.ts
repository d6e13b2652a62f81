import { newId } from '../api/new-id.ts'

/** The message by which the service worker asks an open page to show the path of a tapped notification. */
export const NAVIGATE = 'NAVIGATE'

/** `tap` is the same for all repetitions of one tap. A page answers on the port that comes with the message. */
type PathMessage = { type: typeof NAVIGATE; path: string; tap: string }
type Page = { postMessage(message: PathMessage, ports: MessagePort[]): void }

const AGAIN_MS = 500
const PATIENCE_MS = 10_000

let latestTap = ''

/**
 * Asks an open page to show a path, and asks again until the page answers, because a page that the tap has just
 * started, as on an iPhone, does not listen yet. A later tap takes the place of this one.
 */
export async function tellPath(page: Page, path: string): Promise<void> {
  const tap = newId()
  latestTap = tap
  for (let waited = 0; waited < PATIENCE_MS && latestTap === tap; waited += AGAIN_MS) {
    if (await isAnswered(page, { type: NAVIGATE, path, tap })) return
  }
}

function isAnswered(page: Page, message: PathMessage): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>((resolve) => {
    setTimeout(resolve, AGAIN_MS, false)
    port1.onmessage = () => resolve(true)
    page.postMessage(message, [port2])
  }).finally(() => port1.close())
}
