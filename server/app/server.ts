import type { Context } from '../context.ts'
import { openDevPages, readDevFiles } from '../dev/client-pages.ts'
import type { Env } from '../env.ts'
import { isLiveKey } from '../env-checks.ts'
import { listen } from '../http/connection/listen.ts'
import { type Drain, drainFirst, stopper } from '../http/stop.ts'
import { pause } from '../pause.ts'
import { DIST } from '../site/build.ts'
import { keepBuild, readFormer } from '../site/former-builds.ts'
import { openPages } from '../site/page.ts'
import { type FindFormer, readStaticFiles } from '../site/static.ts'
import { busWarningOf } from '../sync/bus/bus-warning.ts'
import { startHub } from '../sync/hub.ts'
import { watchCertificate } from '../watch/public-certificate.ts'
import { type AppParts, createApp, createHealthApp } from './app.ts'

/**
 * How many milliseconds a stop waits for requests. Together with the time for jobs and the database it stays
 * below the ten seconds after which a host kills the process.
 */
const PATIENCE_MS = 4_000

/** How many milliseconds a stop waits at most for the hub to stop listening to the database. */
const DEAF_MS = 1_000

export type Running = { port: number; stop(): Promise<void> }

/**
 * Serves a context: streams, pages and calls; a worker answers only health checks. `withSite: false` leaves the
 * pages out, so that no build is needed.
 */
export async function startServer(context: Context, { withSite = true } = {}): Promise<Running> {
  const { env } = context
  const drain: Drain = { isOn: false }
  const hub = env.role === 'worker' ? null : await startHub(context, { bus: env.bus })
  const site = hub && withSite ? await openSite(context) : null
  const app = hub ? createApp(context, { hub, site, drain }) : createHealthApp(context, drain)
  // The browser connects to Vite's address, which forwards to this server.
  const address = env.devClient ? { ...env, port: 0 } : env
  const { server, port, stopLooking } = await listen(app.fetch, { ...address, log: context.log })
  const stop = stopper(server)
  const certificate = hub ? watchCertificate(context) : null
  if (certificate) context.siteWarning = certificate.warning
  if (hub) context.busWarning = () => busWarningOf(hub.bus())
  const metrics = await context.metrics.serve({
    context,
    streams: () => hub?.size() ?? 0,
    bus: () => hub?.bus() ?? null,
  })
  return {
    port,
    async stop() {
      stopLooking()
      certificate?.stop()
      // A worker gets no requests that would have to go elsewhere.
      const graceMs = hub ? env.drainMs : 0
      await drainFirst({ drain, graceMs, moveStreams: () => hub?.moveStreams() })
      let isDeaf: Promise<void> | undefined
      const endStreams = () => {
        // A database that is away need not be told that this server stopped listening.
        isDeaf = hub?.stop().catch(() => {})
      }
      await stop({ endStreams, deadline: pause(PATIENCE_MS) })
      // The connections it listens on are closed after this.
      await Promise.race([isDeaf, pause(DEAF_MS)])
      await metrics?.close()
    },
  }
}

async function openSite({ env, log }: Context): Promise<AppParts['site']> {
  const testPayments = testPaymentsOf(env)
  const { assetsDir } = env
  if (env.devClient) {
    return { pages: await openDevPages(env.devClient, testPayments), files: await readDevFiles() }
  }
  return {
    pages: await openPages(DIST, log, { testPayments }),
    files: await readStaticFiles(`${DIST}/client`),
    ...(assetsDir && { former: keepForOthers(assetsDir, log) }),
  }
}

/** Keeps this build's files for its pages that stay open after the next deployment, in the background. */
function keepForOthers(assetsDir: string, log: Context['log']): FindFormer {
  keepBuild(`${DIST}/client/assets`, assetsDir).catch((error: unknown) =>
    log.warn({ err: error }, 'the files of this build are not kept for later'),
  )
  return (name) => readFormer(assetsDir, name)
}

/**
 * Names what moves no real money here: the local stand-in, or Stripe by this test key; null where the money is
 * real.
 */
function testPaymentsOf({ stripe }: Env): string | null {
  if (!stripe) return 'stand-in'
  return isLiveKey(stripe.publishableKey) ? null : stripe.publishableKey
}

/** Stops cleanly and ends the process when the terminal or the host sends a signal. */
export function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // A second Ctrl-C ends the process at once.
      if (stopping) process.exit(1)
      stopping = true
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}
