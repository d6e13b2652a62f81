import { SHARED_PATH } from '../../sync/paths.ts'
import { keepSharedVideos } from './shared-videos.ts'

/** Longer the server is not waited for. */
const PATIENCE_MS = 3_000
/** What the server answers for a request that another site made. */
const OTHER_SITES = ['cross-site', 'same-site']

/** What the last form brought whose sender is not known yet: nothing of it is on the device. */
let unsure: { id: string; files: File[] } | null = null

/**
 * Takes what another app shares: it is kept, with and without a network, and the answer leads to the dashboard, which
 * shows it. Any site can send the same form, so what another site sent is refused and nothing of it is kept. Chromium,
 * the one engine in which other apps share, says the sender in `Origin`: this app itself, or `null` for a share to its
 * older versions, but also for a page that hides its address. Whose `null` is, the server hears: the answer is a
 * redirect then, and what the browser asks for next is passed on in the sender's name.
 */
export async function takeShared(request: Request): Promise<Response> {
  const sender = senderOf(request)
  if (sender !== null && sender !== location.origin) return showDashboard('foreign')
  const files = await request.formData().then(
    (form) => form.getAll('videos').filter((each) => each instanceof File),
    () => [],
  )
  if (sender !== null) return keep(files)
  unsure = { id: crypto.randomUUID(), files }
  return redirect(`${SHARED_PATH}?of=${unsure.id}`)
}

/** Answers what the browser asks for next. A server that is not heard refuses nothing: the video may well be its owner's. */
export async function takeKnown(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('of')
  if (!id) return showDashboard()
  const files = unsure?.id === id ? unsure.files : []
  unsure = null
  return (await isOfAnotherSite(request)) ? showDashboard('foreign') : keep(files)
}

/** The origin of the page that sent a form, where the browser says one. */
function senderOf({ headers, referrer }: Request): string | null {
  const said = [headers.get('origin'), URL.canParse(referrer) ? new URL(referrer).origin : null]
  return said.find((origin) => origin !== null && origin !== 'null') ?? null
}

/** The request is passed on as it came: any other would be made in the service worker's name. */
async function isOfAnotherSite(request: Request): Promise<boolean> {
  const site = fetch(request).then(
    (answer) => (answer.ok ? answer.text() : ''),
    () => '',
  )
  const late = new Promise<string>((resolve) => setTimeout(resolve, PATIENCE_MS, ''))
  return OTHER_SITES.includes(await Promise.race([site, late]))
}

async function keep(files: readonly File[]): Promise<Response> {
  return showDashboard((await keepSharedVideos(files).catch(() => false)) ? undefined : 'lost')
}

function showDashboard(shared?: 'lost' | 'foreign'): Response {
  return redirect(`/dashboard?tab=conversations${shared ? `&shared=${shared}` : ''}`)
}

const redirect = (path: string) => Response.redirect(new URL(path, location.origin), 303)
