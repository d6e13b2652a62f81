import Dexie, { type PromiseExtended, type Table } from 'dexie'
import type { IntentName } from '../../sync/intents.ts'
import type { DeclaredVideo, VideoPurpose } from '../../sync/media/video.ts'
import type { Refusal } from '../../sync/result.ts'
import { countAskedFor, nameAnswered, partDrafts } from './device-upgrades.ts'
import { hashAccount } from './hash-account.ts'
import { databasesOfPage, rangesOfPage } from './storage/end-with-page.ts'
import { formerPrefix } from './storage/former-stores.ts'
import { whenOpenable } from './storage/openable.ts'
import { readAsBlobs, type Written } from './stored-blob.ts'

/**
 * The state of a take. `recording`: chunks are being saved, and the whole video does not exist yet. `kept`: the
 * video is whole and is not to be sent. `queued`, `uploading`, `sent`: on its way, up to the server having flushed
 * and compared it. `cut`: a shorter take was made of this one; this one can be restored until the shorter one is
 * sent, and is deleted together with it. `refused`: the server does not accept the video; it stays until the user
 * decides.
 */
export type TakeState = 'recording' | 'kept' | 'cut' | 'queued' | 'uploading' | 'sent' | 'refused'

/** A recorded or chosen video on this device. `videos` holds its bytes, so that a change of state copies none. */
export type TakeRow = {
  /** The video's id, the same on the server. */
  id: string
  purpose: VideoPurpose
  /** The id of the question that the take answers, replies about, or becomes. */
  questionId: string
  /** The question's subject at the time of recording, where the screen knew it. */
  about?: string
  type: string
  bytes: number
  durationMs: number
  /** The SHA-256 of the video; empty while recording. */
  sha256: string
  source: DeclaredVideo['source']
  recordedAt: number
  /** When the video should have arrived. Uploads go in this order. */
  dueAt: number | null
  state: TakeState
  uploadUrl: string | null
  uploadedBytes: number
  /** The upload speed, as last measured. */
  bytesPerSecond?: number
  /**
   * The server was too busy for this take: when the next try is, by the server's clock; 0 where that is not known.
   */
  nextTryAt?: number | null
  /** This device could not read the bytes when it last tried to send them. */
  cannotRead?: boolean
  /** The upload goes in pieces, because a proxy refused the whole video. */
  inPieces: boolean
  refusal: Refusal | null
  /** The refusal is already listed among this device's activities. */
  isListed?: boolean
  /** For a `cut` take: the id of the shorter take. */
  cutInto?: string
}

export type VideoRow = { id: string; blob: Blob }
export type ChunkRow = { takeId: string; seq: number; blob: Blob }

/**
 * The state of an outbox entry. `waiting` is to be sent; `parked` met too many failures and is tried hourly;
 * `settled` and `refused` are final.
 */
export type EntryState = 'waiting' | 'parked' | 'settled' | 'refused'

export type OutboxRow = {
  /** The device's own counter, so that the order never depends on a clock. */
  counter: number
  id: string
  name: IntentName
  version: number
  args: Record<string, unknown>
  /** The id (a question's or a draft's) within which entries keep their order. */
  subject: string
  state: EntryState
  /** How often the entry was sent. At 0 the server cannot have seen it, so it may still be rewritten. */
  tries: number
  /** On how many occasions in a row the server failed to process the entry, and when the last occasion began. */
  failures: number
  failedAt?: number | null
  parkedAt: number | null
  createdAt: number
  settledAt: number | null
  value: Record<string, unknown> | null
  refusal: Refusal | null
  /**
   * The question whose answer or reply this entry announces, until the video has arrived or was refused. The index
   * is unique, so a question has at most one such entry.
   */
  answering?: string
  /** A pull since the entry was settled has brought what became of it. Noted for captions. */
  isPulled?: boolean
}

/**
 * The words of a question being written, without anything else that would have to be read first. The wizard defines
 * the format of `body`.
 */
export type DraftRow = {
  id: string
  athleteId: string
  body: string
  savedAt: number
  /** The page that wrote the row; rows of an earlier version have none. */
  page?: string
}
/** What the server and this device have told each other about a draft. */
export type ToldDraftRow = {
  id: string
  /** The id under which the server keeps the draft. */
  serverId: string
  /** The server's revision on which the words here are based. */
  base: number
  /** The words that the server has or that wait in the outbox; null when there are none. */
  body: string | null
}

/** A list snapshot: the first rows of a list, painted before the documents have loaded. */
export type HeadRow = { key: string; rows: unknown[]; savedAt: number }
export type SettingRow = {
  key: string
  value: unknown
  /** For words being typed: the page that wrote them. */
  page?: string
}
/** The video of a question or an answer, kept to be played without a network. */
export type KeptRow = {
  videoId: string
  blob: Blob
  bytes: number
  type: string
  dueAt: number
  /**
   * The user asked to keep this video, so it stays until the user gives it up. A number, because IndexedDB cannot
   * index a boolean.
   */
  askedFor?: 1
}

/** The database of what one account keeps on this device besides replicated documents. */
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
    // `strict`, so that a commit reported as done survives a power cut. No cache, so that lists show what is on the
    // disk and not what is about to be written.
    super(deviceName(account), {
      indexedDB: databasesOfPage,
      IDBKeyRange: rangesOfPage,
      chromeTransactionDurability: 'strict',
      cache: 'disabled',
    })
    this.account = account
    // Never edit a shipped version; add the next version with its changes and an upgrade of the rows.
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

  /**
   * Opens the database, which Dexie does at the first use, once it is known where databases can be kept. Rejects with
   * the browser's error; the next use then opens it again.
   */
  override open(): PromiseExtended<Dexie> {
    const opened = Dexie.Promise.resolve(whenOpenable()).then(() => super.open())
    // In a turn of its own, so that everybody who waits for the opening still hears of the browser's error.
    opened.catch(() => setTimeout(() => letOpenAgain(this)))
    return opened
  }
}

/** Makes a database whose opening failed open at its next use, because Dexie would refuse every use from then on. */
function letOpenAgain(device: Device): void {
  const isInUse = open.get(device.account) === device
  if (isInUse && device.hasFailed()) device.close({ disableAutoOpen: false })
}

const open = new Map<string, Device>()

/** Returns the device database of an account: a person's id, or 'guest'. Dexie opens it at the first use. */
export function openDevice(account: string): Device {
  const device = open.get(account) ?? new Device(account)
  open.set(account, device)
  return device
}

/** Closes an account's database in this tab; the next `openDevice` creates a new connection. */
export function closeDevice(account: string): void {
  open.get(account)?.close()
  open.delete(account)
}

/**
 * Checks whether an account has a database on this device. Asks the browser's own list, because Dexie would open
 * the database and delete an empty one, which another tab may have only just created. Returns true where an older
 * browser has no such list.
 */
export async function deviceExists(account: string): Promise<boolean> {
  const databases = await indexedDB.databases?.()
  return !databases || databases.some(({ name }) => name === deviceName(account))
}

/** Returns the name of an account's device database, from which the account cannot be read. */
export function deviceName(account: string): string {
  return account === 'guest' ? 'device-guest' : `device-${hashAccount(account)}`
}

/** Returns the name of the account's database of documents, in RxDB and in IndexedDB. */
export function documentsName(account: string): string {
  return `documents-${hashAccount(account)}`
}

/** Returns whether an IndexedDB database holds an account's documents, of this build or a former one. */
export function holdsDocuments(name: string, account: string): boolean {
  return name === documentsName(account) || name.startsWith(formerPrefix(documentsName(account)))
}
