import { useEffect, useState } from 'react'
import { useOnline } from '../api/connection.ts'
import { useSession } from '../api/session.ts'
import { type Device, type OutboxRow, openDevice, type TakeRow } from '../db/device.ts'
import { watchDevice } from '../db/watch-device.ts'
import { countUnsentByKind, type UnsentCounts, unsentOf } from './account/unsent.ts'
import { type Pending, pendingOf, takeInQuestion } from './pending.ts'
import { ensureWork } from './sending/sync-runner.ts'
import { SharedWatches } from './shared-watches.ts'

/** Returns the current account's device database and starts sending what is put into its outbox and upload queue. */
export function useDevice(): Device {
  const { account } = useSession()
  useEffect(() => {
    ensureWork(account)
  }, [account])
  return openDevice(account)
}

/**
 * Returns the result of `query` on this account's database, updated whenever it changes in any tab; null at first.
 * `key` stands for every value that the query depends on, and is passed to it.
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
        // Skip the first value when the state already holds it from `readAhead`.
        (value) => setStored((known) => (known?.of === of && known.value === value ? known : { of, value })),
      ),
    [of],
  )
  return stored?.of === of ? stored.value : null
}

/** How many milliseconds a value read ahead is kept for the screen that is about to render. */
const AHEAD_MS = 2_000

/**
 * Starts reading what a screen about to render asks for with `useStored`, so that its first render has it. Resolves
 * once it was read, or after two seconds.
 */
export function readAhead<T>(account: string, query: (device: Device) => Promise<T>): Promise<void> {
  const device = openDevice(account)
  return new Promise((resolve) => {
    const stop = watchesOf<T>(query).listen(
      watchKey(device),
      (tell) => watchDevice(() => query(device), tell),
      () => resolve(),
    )
    setTimeout(() => {
      stop()
      resolve()
    }, AHEAD_MS)
  })
}

const watchKey = (device: Device, key = '') => `${device.name} ${key}`

/** The watches by their query function, so that parts of a screen with the same query share one read. */
const watches = new WeakMap<object, unknown>()

function watchesOf<T>(query: (device: Device, key: string) => Promise<T>): SharedWatches<T> {
  const known = (watches.get(query) as SharedWatches<T> | undefined) ?? new SharedWatches<T>()
  watches.set(query, known)
  return known
}

/**
 * Returns how far the videos and intents of a question or draft are on their way; null when there are none,
 * undefined until it was looked up. The screen passes `delivered` from the document: an answer delivered, or a
 * question asked.
 */
export function usePending(subject: string, { delivered = false } = {}): Pending | null | undefined {
  const { state } = useSession()
  const online = useOnline()
  const stored = useStored(readSubject, subject)
  if (!stored) return
  const { takes, entries } = stored
  return pendingOf({ take: takeInQuestion(takes), entries, online, delivered, ended: state === 'ended' })
}

/** Returns how much is stored here and not sent, for the line shown while offline; null until it was counted. */
export function useCountedUnsent(): UnsentCounts | null {
  return useStored(countUnsentByKind)
}

/** Returns how much is stored here and not sent; zeros until it was counted. */
export function useUnsent(): UnsentCounts {
  return useCountedUnsent() ?? { answers: 0, replies: 0, questions: 0, changes: 0 }
}

/** Returns what signing out would lose; null until it was counted. */
export function useUnsentWork() {
  return useStored(unsentOf)
}

/** Returns the takes and outbox entries of a question or draft on this device, each in the order of creation. */
export async function readSubject(
  device: Device,
  subject: string,
): Promise<{ takes: TakeRow[]; entries: OutboxRow[] }> {
  const takes = await device.takes.where({ questionId: subject }).sortBy('recordedAt')
  const entries = await device.outbox.where({ subject }).sortBy('counter')
  return { takes, entries }
}
