import { isFormIntent } from '../../sync/forms/forms.ts'
import { INTENTS, type IntentArgs, type IntentName } from '../../sync/intents.ts'
import { LIMITS } from '../../sync/limits.ts'
import { SYNC_PATHS } from '../../sync/paths.ts'
import type { KnownAnswer, PushAnswer, PushedIntent } from '../../sync/protocol.ts'
import { done } from '../../sync/result.ts'
import { type CallResult, call } from '../api/call.ts'
import { NOT_LOADED } from '../api/network-error.ts'
import { newId } from '../api/new-id.ts'
import type { Device, OutboxRow } from '../db/device.ts'
import { isUnknownThere, SETTLED_KEPT_MS } from './sending/outbox-rules.ts'
import { writeAtOnce } from './sending/strict-write.ts'

export type NewIntent = { [N in IntentName]: { name: N; args: IntentArgs<N> } }[IntentName]

/** An intent of which each that is made is sent; of a draft's, which `addEntry` takes, only the last words are. */
export type EveryIntent = Exclude<NewIntent, { name: 'draft.save' | 'draft.discard' }>

/** Keeps an intent until the server has settled it. Resolves once it is safe on this device; rejects if it is not. */
export async function appendIntent(device: Device, intent: EveryIntent): Promise<void> {
  const entry = entryOf(intent)
  await writeAtOnce(device, ['outbox'], (transaction) => transaction.objectStore('outbox').add(entry))
}

/** The same inside a transaction of the caller's on `outbox`; answers the entry's id where there is a new entry. */
export async function addEntry(device: Device, intent: NewIntent): Promise<string | null> {
  const entry = entryOf(intent)
  // everything else is written without a look at what waits
  if (isDraftIntent(entry.name) && (await replacesUnsent(device, entry))) return null
  await device.outbox.add(entry)
  return entry.id
}

function isDraftIntent(name: IntentName): boolean {
  return name === 'draft.save' || name === 'draft.discard'
}

/** A draft saved or discarded before anybody else saw it leaves nothing to be said. */
async function replacesUnsent(device: Device, entry: Omit<OutboxRow, 'counter'>): Promise<boolean> {
  const before = await device.outbox.where('subject').equals(entry.subject).sortBy('counter')
  return entry.name === 'draft.save' ? rewriteUnsent(device, before, entry) : withdrawUnsent(device, before)
}

/**
 * Sends an intent a person waits for, and keeps nothing for later. Pressed again after a lost answer it is the same
 * intent, so it happens once.
 */
export async function sendNow(
  device: Device,
  intent: NewIntent,
): Promise<CallResult<Record<string, unknown>>> {
  const key = JSON.stringify([device.account, intent])
  const id = unanswered.get(key) ?? newId()
  unanswered.set(key, id)
  const { name, args } = intent
  const pushed = await pushIntents(device, [{ id, name, version: INTENTS[name].version, args }])
  if (!pushed.ok) return pushed
  const outcome = pushed.value.outcomes[0]
  if (!outcome || outcome.state === 'failed') return SERVER_TROUBLE
  unanswered.delete(key)
  if (isUnknownThere(outcome)) return SERVER_TROUBLE
  return outcome.state === 'settled' ? done(outcome.value) : { ok: false, refusal: outcome.refusal }
}

/** Ids of intents sent at once whose outcome never came back. */
const unanswered = new Map<string, string>()
const SERVER_TROUBLE = {
  ok: false,
  offline: true,
  reason: 'server',
  status: null,
  retryAfterMs: null,
} as const

/** Sends entries; the account goes with them, so that nobody else's session settles them. */
export async function pushIntents(device: Device, intents: PushedIntent[]): Promise<CallResult<PushAnswer>> {
  const id = await deviceId(device)
  const proven = await withCaptchas(device, intents)
  if (!proven) return NOT_LOADED
  return call<PushAnswer>(SYNC_PATHS.push, { device: id, account: device.account, intents: proven })
}

/**
 * A guest's form leaves with a captcha solved for it at that moment: one solved while it was written would have run out
 * by the time there is a network. Null while none is to be had.
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

/** This device's name for this account, made with its first use. */
async function deviceId(device: Device): Promise<string> {
  const given = await device.settings.get('deviceId')
  // a transaction that may write is waited for by whoever saves something
  if (given) return given.value as string
  return device.transaction('rw', device.settings, async () => {
    const known = await device.settings.get('deviceId')
    if (known) return known.value as string
    const id = newId()
    await device.settings.add({ key: 'deviceId', value: id })
    return id
  })
}

/** Lets a parked entry be tried at once, because its owner asked. */
export async function retryEntry(device: Device, id: string): Promise<void> {
  await device.outbox
    .where({ id })
    .and(({ state }) => state === 'parked')
    .modify({ state: 'waiting', failures: 0, failedAt: null, parkedAt: null })
}

/** Takes a refused entry off the screen: its owner has read why. */
export async function dismissEntry(device: Device, id: string): Promise<void> {
  await device.outbox
    .where({ id })
    .and(({ state }) => state === 'refused')
    .delete()
}

/** Which of these intents the server still knows, and in which epoch. */
export type AskKnown = (device: Device, ids: string[]) => Promise<CallResult<KnownAnswer>>

const askKnown: AskKnown = ({ account }, ids) => call<KnownAnswer>(SYNC_PATHS.known, { account, ids })

/**
 * Hears which cluster the server runs on. After a restore or a failover it is another one, which may have forgotten what
 * it had settled: of what this device saw settled in the last 30 days it is sent once more whatever it does not know, and
 * all where it does not say. True when that was so.
 */
export function noteEpoch(device: Device, epoch: string, ask = askKnown): Promise<boolean> {
  const key = `${device.name} ${epoch}`
  // the stream, the session and each collection tell of it at about the same time
  const under = noting.get(key) ?? note(device, epoch, ask).finally(() => noting.delete(key))
  noting.set(key, under)
  return under
}

const noting = new Map<string, Promise<boolean>>()

async function note(device: Device, epoch: string, ask: AskKnown): Promise<boolean> {
  const before = (await device.settings.get('epoch'))?.value
  if (before === epoch) return false
  const kept = before === undefined ? NONE : await readKnown(device, epoch, ask).catch(() => NONE)
  return device.transaction('rw', device.settings, device.outbox, async () => {
    const known = await device.settings.get('epoch')
    if (known?.value === epoch) return false
    await device.settings.put({ key: 'epoch', value: epoch })
    if (!known) return false
    const since = Date.now() - SETTLED_KEPT_MS
    await device.outbox
      .where({ state: 'settled' })
      .and(({ settledAt, id }) => (settledAt ?? 0) >= since && !kept.has(id))
      .modify({ state: 'waiting', failures: 0, settledAt: null, value: null })
    return true
  })
}

const NONE: ReadonlySet<string> = new Set()

/** What was settled and is still known there; the answer of a server that was on another database counts for nothing. */
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

/** An intent as it is kept: waiting, and seen by nobody. */
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

/** A draft saved again before the last save left the device is one save. */
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

/** A draft discarded before any save of it left the device was never anywhere else. */
async function withdrawUnsent(device: Device, before: OutboxRow[]): Promise<boolean> {
  const unsent = before.filter((row) => row.name === 'draft.save' && isUnseen(row))
  await device.outbox.bulkDelete(unsent.map(({ counter }) => counter))
  return unsent.length > 0 && unsent.length === before.length && unsent[0]?.args.base === 0
}

/** Nobody but this device has seen it, so it may still be changed. */
function isUnseen(row: Pick<OutboxRow, 'state' | 'tries'>): boolean {
  return row.state === 'waiting' && row.tries === 0
}
