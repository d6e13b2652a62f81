import { INTENTS, type IntentName } from '../../sync/intents.ts'
import { done } from '../../sync/result.ts'
import type { CallResult } from '../api/call.ts'
import { newId } from '../api/new-id.ts'
import type { Device } from '../db/device.ts'
import { type NewIntent, pushIntents } from './outbox.ts'
import { isUnknownThere } from './sending/outbox-rules.ts'

/**
 * For how long after its last try an act whose answer was lost is sent under the same id: a little longer than users
 * are told, who read that later.
 */
export const TRIED_AGAIN_MS = 15 * 60_000

/**
 * Sends an intent at once while the user waits, and does not queue it. When the answer is lost and the user tries
 * again, the same id is sent, so that the server acts only once. That ends a quarter of an hour after the last try
 * ended, and as soon as the server answers another act on the same thing: from then on the user means the act anew.
 * Acts of `ALWAYS_ANEW` never keep their id.
 */
export async function sendNow(
  device: Device,
  intent: NewIntent,
): Promise<CallResult<Record<string, unknown>>> {
  const key = JSON.stringify([device.account, intent])
  const id = takeId(key, intent)
  const { name, args } = intent
  const pushed = await pushIntents(device, [{ id, name, version: INTENTS[name].version, args }])
  const outcome = pushed.ok ? pushed.value.outcomes[0] : undefined
  if (!outcome || outcome.state === 'failed') {
    noteLost(key)
    return pushed.ok ? SERVER_ERROR : pushed
  }
  forgetAct(key)
  if (isUnknownThere(outcome)) return SERVER_ERROR
  // After this refusal the same act follows, with the second factor.
  if (outcome.state !== 'refused' || outcome.refusal.code !== 'step-up-wanted') forgetOthers(intent)
  return outcome.state === 'settled' ? done(outcome.value) : { ok: false, refusal: outcome.refusal }
}

const SERVER_ERROR = {
  ok: false,
  offline: true,
  reason: 'server',
  status: null,
  retryAfterMs: null,
} as const

/** An act that was sent and not answered: the id that it was sent under, and what it is about. */
type Unanswered = { id: string; name: IntentName; subject: unknown; personId: unknown; triedAt: number }
type About = { name: IntentName; args: object }

const unanswered = new Map<string, Unanswered>()

/**
 * Acts that the server does only where they still change something, on things that also change without this page: an
 * intruder signs in again, a mail fails again, another admin gives a card. Under the id of a lost try the server would
 * answer with the outcome of that try, and the thing would stay as it is.
 */
const ALWAYS_ANEW: ReadonlySet<IntentName> = new Set<IntentName>([
  'athlete.edit',
  'athlete.restore',
  'code.end',
  'code.restore',
  'digest.switch',
  'payout.begin',
  'picture.request',
  'question.release',
  'question.take',
  'sessions.end',
  'team.remove',
  'team.set-role',
  'trouble.drop',
  'trouble.retry',
])

/**
 * Returns the id for an act, and keeps it until `forgetAct`. It is the id of the last try where no answer to that
 * came, and otherwise, as always for an act of `ALWAYS_ANEW`, a new one. `key` says which acts are the same one; an
 * act whose new thing has the id is told without it.
 */
export function takeId(key: string, { name, args }: About): string {
  const before = unanswered.get(key)
  const isAgain = before && Date.now() - before.triedAt < TRIED_AGAIN_MS && !ALWAYS_ANEW.has(name)
  const id = isAgain ? before.id : newId()
  const { [INTENTS[name].subject]: subject = id, personId } = args as Record<string, unknown>
  unanswered.set(key, { id, name, subject, personId, triedAt: Date.now() })
  return id
}

/** Counts the time in which an act keeps its id from now, because no answer to its try came. */
export function noteLost(key: string): void {
  const act = unanswered.get(key)
  if (act) act.triedAt = Date.now()
}

/** Forgets the id of an act that was answered. */
export function forgetAct(key: string): void {
  unanswered.delete(key)
}

/** What each of these acts takes back, also where another admin has done it anew under an id of their own. */
const TAKES_BACK: Partial<Record<IntentName, IntentName>> = {
  'athlete.restore': 'athlete.card',
  'block.lift': 'block.add',
  'payouts.resume': 'payouts.hold',
  'team.remove': 'team.invite',
  'team.withdraw': 'team.invite',
}

/**
 * Forgets the ids of unanswered acts on the thing that an answered act was about. The thing is another one now, and
 * under its old id a second act would be answered by the outcome of the first, and not done.
 */
function forgetOthers({ name, args }: About): void {
  const { [INTENTS[name].subject]: subject, personId } = args as Record<string, unknown>
  for (const [key, act] of unanswered) {
    // Where one of the two acts names nobody, they may be about the same person.
    const isOfThem = personId === undefined || act.personId === undefined || personId === act.personId
    const isTakenBack = act.name === TAKES_BACK[name] && isOfThem
    if (act.subject === subject || isTakenBack) unanswered.delete(key)
  }
}
