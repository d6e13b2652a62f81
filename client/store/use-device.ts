import { useEffect, useState } from 'react'
import { useOnline } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import { type Device, type OutboxRow, openDevice, type TakeRow, watchDevice } from '../db/device.ts'
import { countUnsent, type UnsentCounts, unsentOf } from './account/unsent.ts'
import { type Pending, pendingOf } from './pending.ts'
import { ensureWork } from './sending/sync-runner.ts'
import { SharedWatches } from './shared-watches.ts'

/** The database of whoever uses this device; what is put into its outbox and queue is sent by itself. */
export function useDevice(): Device {
  const { account } = useSession()
  useEffect(() => {
    ensureWork(account)
  }, [account])
  return openDevice(account)
}

/**
 * What `query` reads of this account's database, and reads again when that changes in any tab; null at first. The key
 * stands for whatever the query closes over, and is handed to it.
 */
export function useStored<T>(query: (device: Device, key: string) => Promise<T>, key = ''): T | null {
  const device = useDevice()
  const of = watchKey(device, key)
  const [stored, setStored] = useState<{ of: string; value: T } | null>(() => {
    const value = watchesOf<T>(query).last(of)
    return value === null ? null : { of, value }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what the query closes over
  useEffect(
    () =>
      watchesOf<T>(query).listen(
        of,
        (tell) => watchDevice(() => query(device, key), tell),
        // what was read ahead is known
        (value) => setStored((known) => (known?.of === of && known.value === value ? known : { of, value })),
      ),
    [of],
  )
  return stored?.of === of ? stored.value : null
}

/** A screen that is about to be rendered asks by then, or is not rendered at all. */
const AHEAD_MS = 2_000

/**
 * Begins to read what a screen that is about to be rendered asks for by `useStored`, so that it has it the first time.
 * Resolves once it was read, or has taken too long.
 */
export function readAhead<T>(account: string, query: (device: Device) => Promise<T>): Promise<void> {
  const device = openDevice(account)
  const read = Promise.withResolvers<void>()
  const stop = watchesOf<T>(query).listen(
    watchKey(device),
    (tell) => watchDevice(() => query(device), tell),
    () => read.resolve(),
  )
  setTimeout(() => {
    stop()
    read.resolve()
  }, AHEAD_MS)
  return read.promise
}

const watchKey = (device: Device, key = '') => `${device.name} ${key}`

/** By the function that reads: parts of a screen that look for the same read it once. */
const watches = new WeakMap<object, unknown>()

function watchesOf<T>(query: (device: Device, key: string) => Promise<T>): SharedWatches<T> {
  const known = (watches.get(query) as SharedWatches<T> | undefined) ?? new SharedWatches<T>()
  watches.set(query, known)
  return known
}

/**
 * How far what belongs to a question or draft is on its way from this device; null when nothing is, undefined until it
 * was looked up. `delivered` is for the screen to say, from the document it has: an answer delivered, a question asked.
 */
export function usePending(subject: string, { delivered = false } = {}): Pending | null | undefined {
  const { state } = useSession()
  const online = useOnline()
  const stored = useStored(readSubject, subject)
  if (!stored) return
  const { takes, entries } = stored
  // what is kept besides, as a recovered recording, says nothing of the one that was sent
  const sent = takes.findLast((take) => take.state !== 'recording' && take.state !== 'kept')
  const take = sent ?? takes.findLast((each) => each.state === 'kept') ?? null
  return pendingOf({ take, entries, online, delivered, ended: state === 'ended' })
}

/** How much is safe here and not yet sent, for the one line that says so while offline; null until it was counted. */
export function useCountedUnsent(): UnsentCounts | null {
  return useStored(countUnsent)
}

/** The same, nothing until it was counted. */
export function useUnsent(): UnsentCounts {
  return useCountedUnsent() ?? { answers: 0, replies: 0, questions: 0, changes: 0 }
}

/** What signing out would lose; null until it was counted. */
export function useUnsentWork() {
  return useStored(unsentOf)
}

/** The recordings of a question or draft and the changes to it that are on this device, each in the order of its making. */
export async function readSubject(
  device: Device,
  subject: string,
): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const takes = await device.takes.where({ questionId: subject }).sortBy('recordedAt')
  const entries = await device.outbox.where({ subject }).sortBy('counter')
  return { takes, entries }
}
