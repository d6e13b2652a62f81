import type { Context as Call } from 'hono'
import { compress } from 'hono/compress'
import { isFormIntent } from '../../sync/forms/forms.ts'
import { LIMITS, SERVER_LIMITS } from '../../sync/limits.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import { knownRequest, PROTOCOL, type PushRequest, pullRequest, pushRequest } from '../../sync/protocol.ts'
import { type Caller, can } from '../../sync/roles.ts'
import { nameGuest } from '../account/caller.ts'
import { keepZone } from '../account/sessions/keep-zone.ts'
import { answerPieces } from '../http/answer-pieces.ts'
import { answering } from '../http/answering.ts'
import type { AppEnv } from '../http/app-env.ts'
import { readJson } from '../http/body.ts'
import { widestNetwork } from '../http/client-address.ts'
import { limitFactorOf } from '../http/rate-limit.ts'
import { answerLater, answerRefusal, answerResult } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { readFeed } from './feed.ts'
import type { Settler } from './handler.ts'
import type { Hub } from './hub.ts'
import { tellKnown } from './known.ts'
import { createOpenPulls } from './open-pulls.ts'
import { settlePush } from './push.ts'
import { openStream } from './stream.ts'

/** The hub for streams, and the verb of each intent. */
type SyncParts = { hub: Hub } & Pick<Settler, 'handlerOf'>

/** The limit on intents. Each intent counts by itself, even in one push, because each outcome is stored. */
const INTENTS = {
  per: 'caller',
  max: SERVER_LIMITS.intentsPerHour,
  ofGuests: SERVER_LIMITS.guestIntentsPerHour,
  windowS: 3_600,
  afterwards: true,
  heaviest: LIMITS.pushIntents,
} as const

/**
 * How many pages of one collection an account may have open at once, on all its devices together. A device has one,
 * and one that it fetches ahead; of a page of drafts up to 2 MiB wait in memory while nobody reads it on.
 */
const OPEN_PULLS = 8
const PULL_AGAIN_S = 5

/** Registers replication down (pull, stream) and intents up (push). */
export function syncRoutes({ app, context, limit }: RouteGroup, { hub, handlerOf }: SyncParts): void {
  const from = (c: Call<AppEnv>): Settler => ({
    context,
    handlerOf,
    network: widestNetwork(c.var.clientAddress),
  })
  const openPull = createOpenPulls(Math.max(1, OPEN_PULLS * limitFactorOf(context)))
  const forms = limit('forms', { per: 'address', max: 60, windowS: 3_600 })
  app.post(SYNC_PATHS.push, limit('push', INTENTS), async (c) => {
    const call = await readJson(c, pushRequest)
    if (!call.ok) return answerRefusal(c, call.refusal)
    c.set('weight', call.value.intents.length)
    const { caller } = c.var.found
    if (!isGuestsForm(caller, call.value))
      return answerResult(c, await settlePush(from(c), caller, call.value))
    const tooMany = await forms(c, async () => {})
    if (tooMany) return tooMany
    const guest = nameGuest(context, caller)
    const settled = await settlePush(from(c), guest.caller, call.value)
    const isKept = settled.ok && settled.value.outcomes.some(({ state }) => state === 'settled')
    if (isKept && guest.setCookie) c.header('set-cookie', guest.setCookie, { append: true })
    return answerResult(c, settled)
  })
  app.post(
    SYNC_PATHS.pull,
    compress(),
    limit('pull', { per: 'caller', max: 1_200, windowS: 60, afterwards: true }),
    async (c) => {
      const { caller } = c.var.found
      if (!caller.personId) return answerRefusal(c, { code: 'sign-in-first' })
      if (!can(caller, 'replicate')) return answerRefusal(c, { code: 'not-allowed' })
      const call = await readJson(c, pullRequest)
      if (!call.ok) return answerRefusal(c, call.refusal)
      if (call.value.protocol !== PROTOCOL) return answerOtherApp(c, call.value.protocol)
      const { personId } = caller
      const page = openPull(`${personId} ${call.value.collection}`, () =>
        readFeed(context.sql, personId, call.value),
      )
      if (!page) return answerRefusal(c, { code: 'too-many-requests', detail: { retryAfterS: PULL_AGAIN_S } })
      return answerPieces(c, page, context.log)
    },
  )
  knownRoute({ app, context, limit })
  const opening = limit('stream', { per: 'caller', max: 240, windowS: 60, afterwards: true })
  app.get(SYNC_PATHS.stream, opening, async (c) => {
    const { caller } = c.var.found
    const { personId, sessionId } = caller
    if (!personId || !sessionId) return answerRefusal(c, { code: 'sign-in-first' })
    if (!can(caller, 'replicate')) return answerRefusal(c, { code: 'not-allowed' })
    const protocol = c.req.query('protocol')
    if (protocol !== String(PROTOCOL)) return answerOtherApp(c, Number(protocol))
    // only a convenience: nothing depends on the time zone having been stored
    await keepZone(context.sql, personId, c.req.query('zone'))
    return openStream(hub, { ...caller, personId, sessionId })
  })
}

/**
 * Registers the call that returns which intents of an outbox are known here, for a device that has heard of another
 * epoch.
 */
function knownRoute({ app, context, limit }: RouteGroup): void {
  const asking = limit('known', { per: 'caller', max: 120, windowS: 60, afterwards: true })
  const tell = answering(knownRequest, (args, c) => tellKnown(context.sql, c.var.found.caller, args))
  app.post(SYNC_PATHS.known, asking, tell)
}

/** Roughly how many seconds it takes until all servers run the same build. */
const UPDATED_WITHIN_S = 30

/**
 * Answers an app with another protocol. An older app must reload; a newer app reached a server that is about to be
 * replaced, and asks again later.
 */
function answerOtherApp(c: Call<AppEnv>, protocol: number): Response {
  return protocol > PROTOCOL ? answerLater(c, UPDATED_WITHIN_S) : answerRefusal(c, { code: 'outdated-app' })
}

/** Returns whether a person without an account sends a form; the form makes a visitor a guest. */
function isGuestsForm(caller: Caller, { account, intents }: PushRequest): boolean {
  return account === 'guest' && !caller.personId && intents.some(({ name }) => isFormIntent(name))
}
