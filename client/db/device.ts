import Dexie, { liveQuery, RangeSet, type Table } from 'dexie'
import type { IntentName } from '../../sync/intents.ts'
import type { DeclaredVideo, VideoPurpose } from '../../sync/media/video.ts'
import type { Refusal } from '../../sync/result.ts'
import { countAskedFor, nameAnswered, partDrafts } from './device-upgrades.ts'
import { databasesOfPage } from './storage/end-with-page.ts'
import { readAsBlobs, type Written } from './stored-blob.ts'

/**
 * `recording`: chunk by chunk, nothing whole yet. `kept`: whole, not to be sent. `queued` → `uploading` → `sent`
 * (the server has it, flushed and compared). `cut`: a shorter one was made of it, which it can replace until that one is
 * sent; it goes with it. `refused`: the server does not want it; it stays until its owner says.
 */
export type TakeState = 'recording' | 'kept' | 'cut' | 'queued' | 'uploading' | 'sent' | 'refused'

/** A recorded or chosen video on this device. Its bytes are in `videos`, so that a change of state copies none. */
export type TakeRow = {
  /** The video's id, on the server too. */
  id: string
  purpose: VideoPurpose
  /** The question it answers, replies about, or is to become. */
  questionId: string
  /** What that was called when it was recorded, where somebody knew. */
  about?: string
  type: string
  bytes: number
  durationMs: number
  /** Empty while recording. */
  sha256: string
  source: DeclaredVideo['source']
  recordedAt: number
  /** When it should have arrived: uploads go in this order. */
  dueAt: number | null
  state: TakeState
  uploadUrl: string | null
  uploadedBytes: number
  /** How fast its bytes leave, as last measured. */
  bytesPerSecond?: number
  /** The server was too busy for it: when it is tried again, by the server's clock; 0 where that is not known. */
  nextTryAt?: number | null
  /** A proxy refused the whole, so it goes in pieces. */
  inPieces: boolean
  refusal: Refusal | null
  /** That it was refused is listed among what happened on this device. */
  isListed?: boolean
  /** Of one that is `cut`: the shorter one. */
  cutInto?: string
}

export type VideoRow = { id: string; blob: Blob }
export type ChunkRow = { takeId: string; seq: number; blob: Blob }

/** `waiting` to be sent; `parked` after too much trouble, tried hourly; `settled` and `refused` are final. */
export type EntryState = 'waiting' | 'parked' | 'settled' | 'refused'

export type OutboxRow = {
  /** The device's own counter: order never depends on a clock. */
  counter: number
  id: string
  name: IntentName
  version: number
  args: Record<string, unknown>
  /** In whose order the entry is kept: a question's or a draft's id. */
  subject: string
  state: EntryState
  /** How often it left the device; 0: nobody has seen it, so it may still be rewritten. */
  tries: number
  /** On how many occasions the server was in trouble over it, in a row, and when the last of these was. */
  failures: number
  failedAt?: number | null
  parkedAt: number | null
  createdAt: number
  settledAt: number | null
  value: Record<string, unknown> | null
  refusal: Refusal | null
  /** The question whose answer or reply this announces, until that has arrived or was refused: no two have the same. */
  answering?: string
}

/** The words of a question being written, and nothing that would have to be read before they are. The body is the wizard's own. */
export type DraftRow = {
  id: string
  athleteId: string
  body: string
  savedAt: number
  /** The page that wrote it; a former version did not say. */
  page?: string
}
/** What the server has been told of a draft, or has told. */
export type ToldDraftRow = {
  id: string
  /** Under which id the server keeps it. */
  serverId: string
  /** The server's revision that the words here are written over. */
  base: number
  /** The words that are with the server, or in the outbox; null where none are. */
  body: string | null
}

/** The first rows of a list, painted before the documents have loaded. */
export type HeadRow = { key: string; rows: unknown[]; savedAt: number }
export type SettingRow = {
  key: string
  value: unknown
  /** The page that wrote it, of words that somebody is writing. */
  page?: string
}
/** A question's video, kept to be played without a network. */
export type KeptRow = {
  videoId: string
  blob: Blob
  bytes: number
  type: string
  dueAt: number
  /** Asked for by hand: it stays until it is given back by hand. A number, because truth has no index. */
  askedFor?: 1
}

/** Everything one account keeps on this device and has not in common with the server. */
export class Device extends Dexie {
  declare readonly takes: Table<TakeRow, string>
  declare readonly videos: Table<VideoRow, string, Written<VideoRow>>
  declare readonly chunks: Table<ChunkRow, [string, number], Written<ChunkRow>>
  declare readonly outbox: Table<OutboxRow, number, Omit<OutboxRow, 'counter'>>
  declare readonly drafts: Table<DraftRow, string>
  declare readonly toldDrafts: Table<ToldDraftRow, string>
  declare readonly heads: Table<HeadRow, string>
  declare readonly settings: Table<SettingRow, string>
  declare readonly kept: Table<KeptRow, string, Written<KeptRow>>
  readonly account: string

  constructor(account: string) {
    // strict: a commit that was told to us survives a power cut; no cache: a list shows what is on the disk, and not
    // what is about to be
    super(deviceName(account), {
      indexedDB: databasesOfPage,
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
    })
    this.account = account
    // A shipped version is never edited: a change is version(2) with what it changes and an upgrade of the rows.
    this.version(1).stores({
      takes: 'id, questionId, state',
      videos: 'id',
      chunks: '[takeId+seq], takeId',
      outbox: '++counter, &id, subject, state',
      drafts: 'id',
      heads: 'key, savedAt',
      settings: 'key',
      kept: 'videoId',
    })
    this.version(2).stores({ toldDrafts: 'id, serverId', kept: 'videoId, bytes' }).upgrade(partDrafts)
    this.version(3).stores({ outbox: '++counter, &id, subject, state, &answering' }).upgrade(nameAnswered)
    this.version(4).stores({ kept: 'videoId, bytes, askedFor' }).upgrade(countAskedFor)
    readAsBlobs(this, ['videos', 'chunks', 'kept'])
  }
}

const open = new Map<string, Device>()

/** The database of an account on this device: a person's id, or 'guest'. It opens with its first use. */
export function openDevice(account: string): Device {
  const device = open.get(account) ?? new Device(account)
  open.set(account, device)
  return device
}

/** Closes an account's database in this tab; the next `openDevice` opens it anew. */
export function closeDevice(account: string): void {
  open.get(account)?.close()
  open.delete(account)
}

/**
 * Whether an account has a database here. The browser's own list is asked: Dexie would open it, and delete what it finds
 * empty, which may be what another tab has only just begun to write.
 */
export async function deviceExists(account: string): Promise<boolean> {
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === deviceName(account))
}

/** Calls `listener` with what `query` reads now and after every change of it, in any tab. The answer stops it. */
export function watchDevice<T>(query: () => Promise<T>, listener: (value: T) => void): () => void {
  // a closed database has nothing more to tell
  const subscription = liveQuery(query).subscribe({ next: listener, error: () => {} })
  return () => subscription.unsubscribe()
}

/** Has whoever watches these tables, in any tab, look again: for rows that were written past Dexie. */
export function tellWatchers(device: Device, tables: readonly string[]): void {
  const everything = new RangeSet(Dexie.minKey, Dexie.maxKey)
  const parts = tables.flatMap((name) => {
    const indexes = device.table(name).schema.indexes.map((index) => index.name)
    return ['', ':dels', ...indexes].map((index) => [`idb://${device.name}/${name}/${index}`, everything])
  })
  Dexie.on('storagemutated').fire(Object.fromEntries(parts))
}

/** What the device's database is called: nothing in it tells whose it is. */
export function deviceName(account: string): string {
  return account === 'guest' ? 'device-guest' : `device-${hashAccount(account)}`
}

/** What the account's replicated documents are called. */
export function documentsName(account: string): string {
  return `documents-${hashAccount(account)}`
}

/** How the names of their IndexedDB databases begin; RxDB makes one a collection. */
export function documentsPrefix(account: string): string {
  return `rxdb-dexie-${documentsName(account)}--`
}

/** A short name for an account, always the same, from which the account cannot be read. */
function hashAccount(account: string): string {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (const character of account) {
    const code = character.codePointAt(0) ?? 0
    low = Math.imul(low ^ code, 2_654_435_761)
    high = Math.imul(high ^ code, 1_597_334_677)
  }
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909)
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909)
  return (4_294_967_296 * (2_097_151 & high) + (low >>> 0)).toString(16).padStart(14, '0')
}
