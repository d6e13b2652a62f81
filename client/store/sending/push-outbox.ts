import type { Outcome, PushAnswer, PushedIntent } from '../../../sync/protocol.ts'
import type { Refusal, Result } from '../../../sync/result.ts'
import type { NetworkError } from '../../api/network-error.ts'
import { newId } from '../../api/new-id.ts'
import type { Device, OutboxRow } from '../../db/device.ts'
import { underLock } from '../page-lock.ts'
import { isAnnouncement } from './announced.ts'
import { dropBare } from './missing-files.ts'
import { afterFailure, isUnknownThere, nextBatch, SETTLED_KEPT_MS, travelling } from './outbox-rules.ts'
import { isPassing } from './passing-refusal.ts'

export type Push = (intents: PushedIntent[]) => Promise<Result<PushAnswer> | NetworkError>

/**
 * How a pass ended: nothing left; more to send later (at least after `afterMs`); or nothing before the user signs
 * in.
 */
export type PassEnd = { left: 'nothing' } | { left: 'later'; afterMs: number | null } | { left: 'sign-in' }

/**
 * `blocked`: how many subjects something on the way to our server refused. `lost`: aborted once another page sends in
 * the place of this one.
 */
type Pass = { skipped: Set<string>; alone: boolean; anew: boolean; blocked: number; lost: AbortSignal }

/** Statuses of a server that cannot be reached at the moment; they say nothing about the entries sent. */
const GATEWAY_STATUSES = [502, 503, 504]
/** Statuses of a proxy that refuses the client or the moment, whatever was sent. */
const CLIENT_STATUSES = [401, 407, 408, 429]
/** After this many subjects were blocked in one pass, a captive portal is likelier than a filter of contents. */
const MOST_BLOCKED = 2

/**
 * Sends waiting entries, oldest first and in order within a subject, until none is left or the server cannot be
 * reached. A lock allows one sender at a time across tabs and the service worker. An entry is done only when its
 * outcome was received. With `anew`, parked entries are tried before their hour.
 */
export function drainOutbox(device: Device, push: Push, anew = false): Promise<PassEnd> {
  return underLock(outboxLock(device), async (lost): Promise<PassEnd> => {
    await device.outbox
      .where({ state: 'settled' })
      .and(({ settledAt }) => (settledAt ?? 0) < Date.now() - SETTLED_KEPT_MS)
      .delete()
    const pass: Pass = { skipped: new Set(), alone: false, anew, blocked: 0, lost }
    for (;;) {
      lost.throwIfAborted()
      const batch = await takeBatch(device, pass)
      if (batch.length === 0) return pass.skipped.size > 0 ? later(null) : { left: 'nothing' }
      const end = await sendBatch({ device, push, pass, batch })
      if (end) return end
    }
  })
}

/** Returns the name of the lock that a sender of this device's intents must hold. */
export function outboxLock({ name }: Pick<Device, 'name'>): string {
  return `outbox-${name}`
}

/**
 * Takes the next batch and counts a try for each entry. From here on the server may have seen the entries, so they
 * are never rewritten.
 */
function takeBatch(device: Device, pass: Pass): Promise<OutboxRow[]> {
  const { takes, videos, chunks, outbox, settings } = device
  return device.transaction('rw', [takes, videos, chunks, outbox, settings], async () => {
    await dropBare(device)
    const rows = await outbox.where('state').anyOf('waiting', 'parked').sortBy('counter')
    const batch = nextBatch(rows, { ...pass, now: Date.now() })
    await outbox
      .where('counter')
      .anyOf(batch.map(({ counter }) => counter))
      .modify((row) => {
        row.tries += 1
      })
    return batch
  })
}

type Sending = { device: Device; push: Push; pass: Pass; batch: OutboxRow[] }

async function sendBatch({ device, push, pass, batch }: Sending): Promise<PassEnd | null> {
  // Another sender may have gone on since the batch was taken.
  pass.lost.throwIfAborted()
  const answer = await push(batch.map(travelling))
  // Whoever sends now has sent these entries again, and keeps their outcomes.
  pass.lost.throwIfAborted()
  if (answer.ok) {
    const failedSubjects = await keepOutcomes(device, batch, answer.value.outcomes)
    for (const subject of failedSubjects) pass.skipped.add(subject)
    return null
  }
  if ('offline' in answer) return afterNetworkError({ device, pass, batch }, answer)
  if (answer.refusal.code === 'sign-in-first') return { left: 'sign-in' }
  if (isPassing(answer.refusal)) return later(secondsOf(answer.refusal))
  return afterSpoiled({ device, pass, batch }, () => refused(answer.refusal))
}

type Sent = Omit<Sending, 'push'>

async function afterNetworkError(sent: Sent, error: NetworkError): Promise<PassEnd | null> {
  const { reason, status, retryAfterMs } = error
  if (mayBeBlocked(error)) return afterBlocked(sent, retryAfterMs)
  if (reason !== 'server' || GATEWAY_STATUSES.includes(status ?? 0)) return later(retryAfterMs)
  return afterSpoiled(sent, (row) => afterFailure(row, Date.now()))
}

/** Returns whether a proxy or firewall may have refused a push for what one of its entries says. */
function mayBeBlocked({ reason, status }: NetworkError): boolean {
  const isRefusal = status !== null && status >= 400 && status < 500 && !CLIENT_STATUSES.includes(status)
  return reason === 'foreign' && isRefusal
}

/** Sends entries one by one, so that a blocked entry stops only its subject. It waits, and no failure is counted. */
async function afterBlocked(sent: Sent, afterMs: number | null): Promise<PassEnd | null> {
  const { pass, batch } = sent
  await afterSpoiled(sent, () => ({}))
  if (batch.length === 1) pass.blocked += 1
  return pass.blocked < MOST_BLOCKED ? null : later(afterMs)
}

/**
 * Handles a push that failed because of one entry: the next pushes carry one entry each, and only the failing entry
 * gets the change.
 */
async function afterSpoiled(
  { device, pass, batch }: Sent,
  change: (row: OutboxRow) => Partial<OutboxRow>,
): Promise<PassEnd | null> {
  const [only] = batch
  if (!only || batch.length > 1) {
    pass.alone = true
    return null
  }
  await keepChange(device, only, change(only))
  pass.skipped.add(only.subject)
  return null
}

/** Stores the outcome of each entry. Returns the subjects that the server failed to process. */
function keepOutcomes(device: Device, batch: OutboxRow[], outcomes: Outcome[]): Promise<string[]> {
  return device.transaction('rw', device.outbox, device.takes, device.toldDrafts, async () => {
    const failedSubjects: string[] = []
    for (const row of batch) {
      const outcome = outcomes.find(({ id }) => id === row.id)
      if (!outcome || outcome.state === 'failed' || isUnknownThere(outcome)) failedSubjects.push(row.subject)
      if (outcome) await keepChange(device, row, changeOf(row, outcome))
    }
    return failedSubjects
  })
}

function changeOf(row: OutboxRow, outcome: Outcome): Partial<OutboxRow> {
  if (outcome.state === 'failed') return afterFailure(row, Date.now())
  // Use a new id, because that server has stored the refusal under the former one.
  if (isUnknownThere(outcome)) return { ...afterFailure(row, Date.now()), id: newId() }
  if (outcome.state === 'refused' && !isAlreadySo(row, outcome.refusal)) return refused(outcome.refusal)
  const value = outcome.state === 'settled' ? outcome.value : {}
  return { state: 'settled', settledAt: Date.now(), value, refusal: null }
}

/** Discarding a draft that does not exist counts as success. */
function isAlreadySo(row: OutboxRow, refusal: Refusal): boolean {
  return row.name === 'draft.discard' && refusal.code === 'not-found'
}

function refused(refusal: Refusal): Partial<OutboxRow> {
  return { state: 'refused', refusal, settledAt: Date.now(), answering: undefined }
}

function keepChange(device: Device, row: OutboxRow, change: Partial<OutboxRow>): Promise<void> {
  return device.transaction('rw', device.outbox, device.takes, device.toldDrafts, async () => {
    await device.outbox.update(row.counter, change)
    if (change.state === 'refused' && isAnnouncement(row.name)) {
      const { video } = row.args as { video: { id: string } }
      await device.takes.update(video.id, { state: 'refused', refusal: change.refusal })
    }
    if (change.state === 'settled' && row.name === 'draft.save') await followDraft(device, row, change.value)
  })
}

/**
 * Records the draft's new revision on the server. When another device was faster, the server keeps this draft
 * beside that one under an id of its own; a later save or discard uses that id, so that it leaves the other device's
 * words alone.
 */
async function followDraft(
  device: Device,
  { args }: OutboxRow,
  value: Record<string, unknown> | null | undefined,
): Promise<void> {
  if (typeof value?.draftId !== 'string' || typeof value.revision !== 'number') return
  const { draftId, revision } = value
  const former = String(args.draftId)
  await device.toldDrafts.where({ serverId: former }).modify({ serverId: draftId, base: revision })
  await device.outbox
    .where({ subject: former })
    .and(({ name, state, tries }) => name.startsWith('draft.') && state === 'waiting' && tries === 0)
    .modify((row) => {
      row.subject = draftId
      row.args = row.name === 'draft.save' ? { ...row.args, draftId, base: revision } : { draftId }
    })
}

function later(afterMs: number | null): PassEnd {
  return { left: 'later', afterMs }
}

function secondsOf({ detail }: Refusal): number | null {
  return typeof detail?.retryAfterS === 'number' ? detail.retryAfterS * 1_000 : null
}
