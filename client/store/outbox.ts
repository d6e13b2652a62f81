import { isFormIntent } from '../../sync/forms/forms.ts'
import { INTENTS, type IntentArgs, type IntentName } from '../../sync/intents.ts'
import { LIMITS } from '../../sync/limits.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import type { KnownAnswer, PushAnswer, PushedIntent } from '../../sync/protocol.ts'
import { type CallResult, call } from '../api/call.ts'
import { NOT_LOADED } from '../api/network-error.ts'
import { newId } from '../api/new-id.ts'
import type { Device, OutboxRow } from '../db/device.ts'
import { SETTLED_KEPT_MS } from './sending/outbox-rules.ts'
import { queueSentAgain } from './sending/send-again.ts'
import { writeAtOnce } from './sending/strict-write.ts'

export type NewIntent = { [N in IntentName]: { name: N; args: IntentArgs<N> } }[IntentName]

/**
 * An intent that is always sent as appended. Draft intents are excluded: `addEntry` takes them, because only a
 * draft's last words are sent.
 */
export type EveryIntent = Exclude<NewIntent, { name: 'draft.save' | 'draft.discard' }>

/**
 * Appends an intent to the outbox, where it stays until the server has settled it. Resolves once the intent is safe
 * on this device; rejects if it is not.
 */
export async function appendIntent(device: Device, intent: EveryIntent): Promise<void> {
  const entry = entryOf(intent)
  await writeAtOnce(device, ['outbox'], (transaction) => transaction.objectStore('outbox').add(entry))
}

/**
 * Appends an intent inside the caller's transaction on `outbox`. Returns the new entry's id, or null where an
 * existing entry was changed instead.
 */
export async function addEntry(device: Device, intent: NewIntent): Promise<string | null> {
  const entry = entryOf(intent)
  // Only draft intents look at unsent entries; all others are written without a read.
  if (isDraftIntent(entry.name) && (await replacesUnsent(device, entry))) return null
  await device.outbox.add(entry)
  return entry.id
}

function isDraftIntent(name: IntentName): boolean {
  return name === 'draft.save' || name === 'draft.discard'
}

/** Merges a draft's save or discard into unsent entries of the draft. Returns true when no new entry is needed. */
async function replacesUnsent(device: Device, entry: Omit<OutboxRow, 'counter'>): Promise<boolean> {
  const before = await device.outbox.where('subject').equals(entry.subject).sortBy('counter')
  return entry.name === 'draft.save' ? rewriteUnsent(device, before, entry) : withdrawUnsent(device, before)
}

/**
 * Pushes intents to the server, with the account they were written for, so that they are not settled under another
 * user's session.
 */
export async function pushIntents(device: Device, intents: PushedIntent[]): Promise<CallResult<PushAnswer>> {
  // The id only tells the server's records apart, so sending must not fail where it cannot be read or stored.
  const id = await deviceId(device).catch(() => newId())
  const proven = await withCaptchas(device, intents)
  if (!proven) return NOT_LOADED
  return call<PushAnswer>(SYNC_PATHS.push, { device: id, account: device.account, intents: proven })
}

/**
 * Adds a captcha to a guest's forms just before they are sent, because one solved while writing would expire before
 * there is a network. Returns null when no captcha can be obtained.
 */
async function withCaptchas(device: Device, intents: PushedIntent[]): Promise<PushedIntent[] | null> {
  if (device.account !== 'guest' || !intents.some(({ name }) => isFormIntent(name))) return intents
  const loaded = await import('../api/captcha/captcha.ts').catch(() => null)
  const proven: PushedIntent[] = []
  for (const intent of intents) {
    const captcha = isFormIntent(intent.name) ? await loaded?.takeCaptcha() : null
    if (captcha !== null && !captcha?.ok) return null
    proven.push(captcha ? { ...intent, args: { ...Object(intent.args), captcha: captcha.value } } : intent)
  }
  return proven
}

/** Returns the id of this device for this account, creating it at first use. */
async function deviceId(device: Device): Promise<string> {
  const given = await device.settings.get('deviceId')
  // Read first without a transaction, because a write transaction would make other writes wait.
  if (given) return given.value as string
  return device.transaction('rw', device.settings, async () => {
    const known = await device.settings.get('deviceId')
    if (known) return known.value as string
    const id = newId()
    await device.settings.add({ key: 'deviceId', value: id })
    return id
  })
}

/** Makes a parked entry due at once, because the user asked. */
export async function retryEntry(device: Device, id: string): Promise<void> {
  await device.outbox
    .where({ id })
    .and(({ state }) => state === 'parked')
    .modify({ state: 'waiting', failures: 0, failedAt: null, parkedAt: null })
}

/** Deletes a refused entry after the user has read the reason. */
export async function dismissEntry(device: Device, id: string): Promise<void> {
  await device.outbox
    .where({ id })
    .and(({ state }) => state === 'refused')
    .delete()
}

/** Asks the server which of these intents it still knows, and in which epoch. */
export type AskKnown = (device: Device, ids: string[]) => Promise<CallResult<KnownAnswer>>

const askKnown: AskKnown = ({ account }, ids) => call<KnownAnswer>(SYNC_PATHS.known, { account, ids })

/**
 * Records which database cluster the server runs on. After a restore or a failover the cluster is another one,
 * which may have forgotten settled intents. Then all intents settled here in the last 30 days are sent again,
 * except those that the server says it knows, and so are their videos. Resolves to true when the cluster changed.
 */
export function noteEpoch(device: Device, epoch: string, ask = askKnown): Promise<boolean> {
  const key = `${device.name} ${epoch}`
  // Share one run, because the stream, the session and every collection report the epoch at about the same time.
  const under = noting.get(key) ?? note(device, epoch, ask).finally(() => noting.delete(key))
  noting.set(key, under)
  return under
}

const noting = new Map<string, Promise<boolean>>()

async function note(device: Device, epoch: string, ask: AskKnown): Promise<boolean> {
  const before = (await device.settings.get('epoch'))?.value
  if (before === epoch) return false
  const kept = before === undefined ? NONE : await readKnown(device, epoch, ask).catch(() => NONE)
  return device.transaction('rw', device.settings, device.outbox, device.takes, async () => {
    const known = await device.settings.get('epoch')
    if (known?.value === epoch) return false
    await device.settings.put({ key: 'epoch', value: epoch })
    if (!known) return false
    const since = Date.now() - SETTLED_KEPT_MS
    await device.outbox
      .where({ state: 'settled' })
      .and(({ settledAt, id }) => (settledAt ?? 0) >= since && !kept.has(id))
      .modify({ state: 'waiting', failures: 0, settledAt: null, value: null })
    await queueSentAgain(device)
    return true
  })
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Returns the ids of settled intents that the server still knows; none if the server failed to answer or answered
 * for another epoch.
 */
async function readKnown(device: Device, epoch: string, ask: AskKnown): Promise<ReadonlySet<string>> {
  const settled = await device.outbox.where({ state: 'settled' }).toArray()
  const known = new Set<string>()
  for (let at = 0; at < settled.length; at += LIMITS.knownIntents) {
    const ids = settled.slice(at, at + LIMITS.knownIntents).map(({ id }) => id)
    const answer = await ask(device, ids)
    if (!answer.ok || answer.value.epoch !== epoch) return NONE
    for (const id of answer.value.known) known.add(id)
  }
  return known
}

/** Builds the outbox row of an intent: waiting, and never sent. */
export function entryOf({ name, args }: NewIntent): Omit<OutboxRow, 'counter'> {
  const { version, subject } = INTENTS[name]
  const plain: Record<string, unknown> = { ...args }
  return {
    id: newId(),
    name,
    version,
    args: plain,
    subject: String(plain[subject]),
    state: 'waiting',
    tries: 0,
    failures: 0,
    parkedAt: null,
    createdAt: Date.now(),
    settledAt: null,
    value: null,
    refusal: null,
  }
}

/** Merges a draft's save into its last save, if that one has not left the device. */
async function rewriteUnsent(
  device: Device,
  before: OutboxRow[],
  entry: Omit<OutboxRow, 'counter'>,
): Promise<boolean> {
  const last = before.at(-1)
  if (last?.name !== 'draft.save' || !isUnseen(last)) return false
  await device.outbox.update(last.counter, {
    args: { ...entry.args, draftId: last.args.draftId, base: last.args.base },
    version: entry.version,
  })
  return true
}

/**
 * Deletes the unsent saves of a discarded draft. Returns true when the draft never left the device, so that the
 * server need not be told.
 */
async function withdrawUnsent(device: Device, before: OutboxRow[]): Promise<boolean> {
  const unsent = before.filter((row) => row.name === 'draft.save' && isUnseen(row))
  await device.outbox.bulkDelete(unsent.map(({ counter }) => counter))
  return unsent.length > 0 && unsent.length === before.length && unsent[0]?.args.base === 0
}

/** Returns whether the entry was never sent, so that it may still be changed. */
function isUnseen(row: Pick<OutboxRow, 'state' | 'tries'>): boolean {
  return row.state === 'waiting' && row.tries === 0
}
