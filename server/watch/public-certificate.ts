import { isIP } from 'node:net'
import { connect, type PeerCertificate } from 'node:tls'
import type { Context } from '../context.ts'
import { every, startStopwatch } from '../pause.ts'

const LOOK_MS = 6 * 3_600_000
/** How often to look while something is wrong, so that the warning ends soon after the certificate was renewed. */
const LOOK_AGAIN_MS = 60_000
const PATIENCE_MS = 10_000
/**
 * The least share of its lifetime that a certificate should have left. Programs renew earlier: with a month left of
 * ninety days, or two days left of six.
 */
const LEAST_LEFT = 1 / 6

/** Checks the certificate of PUBLIC_URL regularly, and reports its problems in the log and on the desk. */
export function watchCertificate(context: Pick<Context, 'env' | 'clock' | 'log'>, ca?: string) {
  let warning: string | null = null
  let sinceLook = () => Number.POSITIVE_INFINITY
  const look = async () => {
    const { publicUrl, mode } = context.env
    if (!publicUrl || mode !== 'production') return
    if (warning === null && sinceLook() < LOOK_MS) return
    sinceLook = startStopwatch()
    const now = await context.clock.now()
    const found = await certificateWarning({ publicUrl, now, ca })
    if (found === undefined) return
    if (found && found !== warning) context.log.warn({}, found)
    warning = found
  }
  const lookAgain = () => look().catch(() => {})
  void lookAgain()
  return { warning: () => warning, lookAgain, stop: every(LOOK_AGAIN_MS, () => void lookAgain()) }
}

/** `ca` replaces the authorities that browsers trust. */
type Looked = { publicUrl: string; now: Date; ca?: string | undefined }

/**
 * Returns why browsers do not accept the certificate at an address, or soon will not, as a sentence; null when they
 * do. Returns undefined when nothing answers there, for example because the machine cannot reach its own public
 * address.
 */
export async function certificateWarning({ publicUrl, now, ca }: Looked): Promise<string | null | undefined> {
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  const seen = await new Promise<{ wrong: Error | null; certificate: PeerCertificate } | null>((resolve) => {
    const name = isIP(host) ? {} : { servername: host }
    const to = { host, port: Number(port) || 443, ...name, ...(ca && { ca }) }
    // accept any certificate, because it is only inspected and no data is sent
    const socket = connect({ ...to, rejectUnauthorized: false }, () => {
      resolve({ wrong: socket.authorizationError ?? null, certificate: socket.getPeerCertificate() })
      socket.destroy()
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy())
    socket.on('error', () => {}).on('close', () => resolve(null))
  })
  if (!seen) return
  const { wrong, certificate } = seen
  if (wrong)
    return `Browsers do not trust the certificate at PUBLIC_URL (${String(wrong)}): they start neither the app nor its service worker. Have the proxy show one that a public authority has signed for this name, with the certificates between.`
  const [from, to] = [Date.parse(certificate.valid_from), Date.parse(certificate.valid_to)]
  if (to - now.getTime() > (to - from) * LEAST_LEFT) return null
  return `The certificate at PUBLIC_URL ends on ${certificate.valid_to}, and nobody has renewed it yet: after that no browser starts the app.`
}
