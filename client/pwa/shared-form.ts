import { SHARED_PATH } from '../../sync/paths.ts'
import { keepSharedVideos, type SharedOutcome } from './shared-videos.ts'

/** How long to wait for the server. */
const PATIENCE_MS = 3_000
/** The server's answers for a request that another site made. */
const OTHER_SITES = ['cross-site', 'same-site']

/** The files of a form; null where the form could not be read. */
type Files = readonly File[] | null

/** The files of the last form whose sender is not known yet. They are only in memory, not on the device. */
let unsure: { id: string; files: Files } | null = null

/**
 * Takes the videos that another app shares, with and without a network, and redirects to the dashboard, which shows
 * them. Any site can send the same form, so a form from another site is refused and its files are not kept.
 * Chromium, the only engine in which other apps share, names the sender in `Origin`: this app itself, or `null` for
 * a share to its older versions, but also for a page that hides its address. For `null` the server decides: this
 * function answers with a redirect, and `takeKnown` passes the browser's next request on in the sender's name.
 */
export async function takeShared(request: Request): Promise<Response> {
  const sender = senderOf(request)
  if (sender !== null && sender !== location.origin) return showDashboard('foreign')
  const files = await request.formData().then(
    (form) => form.getAll('videos').filter((each) => each instanceof File),
    () => null,
  )
  if (sender !== null) return keep(files)
  unsure = { id: crypto.randomUUID(), files }
  return redirect(`${SHARED_PATH}?of=${unsure.id}`)
}

/**
 * Answers the request that follows a redirect by `takeShared`. Keeps the files when the server does not answer,
 * because they may well be the user's own.
 */
export async function takeKnown(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('of')
  if (!id) return showDashboard()
  const files = unsure?.id === id ? unsure.files : []
  unsure = null
  return (await isOfAnotherSite(request)) ? showDashboard('foreign') : keep(files)
}

/** Returns the origin of the page that sent a form; null where the browser does not say. */
function senderOf({ headers, referrer }: Request): string | null {
  const said = [headers.get('origin'), referrer === '' ? null : new URL(referrer).origin]
  return said.find((origin) => origin !== null && origin !== 'null') ?? null
}

/**
 * Asks the server which site made the request. Passes the original request on, because a new one would count as the
 * service worker's own.
 */
async function isOfAnotherSite(request: Request): Promise<boolean> {
  const site = fetch(request).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, ''))
  return OTHER_SITES.includes(await Promise.race([site, late]))
}

async function keep(files: Files): Promise<Response> {
  const outcome = files ? await keepSharedVideos(files).catch(() => 'unreadable' as const) : 'unreadable'
  return showDashboard(outcome === 'kept' ? undefined : outcome)
}

function showDashboard(shared?: Exclude<SharedOutcome, 'kept'> | 'foreign'): Response {
  return redirect(`/dashboard?tab=conversations${shared ? `&shared=${shared}` : ''}`)
}

const redirect = (path: string) => Response.redirect(new URL(path, location.origin), 303)
