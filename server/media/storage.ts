import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Room } from '../disk-room.ts'
import type { Piece } from './disk/range-reader.ts'

/**
 * The areas of a store: `uploads` has the bytes that devices sent, named by upload; `served` has the files that are
 * played; `pictures` those of people. Nothing in `uploads` is ever served.
 */
export type BlobArea = 'uploads' | 'served' | 'pictures'
export const BLOB_AREAS = ['uploads', 'served', 'pictures'] as const satisfies readonly BlobArea[]

/** A stored file. `isPartial` marks an incomplete upload in a store that keeps those elsewhere. */
export type Blob = { key: string; bytes: number; modifiedAt: Date; isPartial?: true }

/**
 * Returns the declared bytes of an upload, and a check whether there is room for more now; undefined when no upload
 * is expected under that id.
 */
export type UploadLookup = (
  uploadId: string,
) => Promise<{ bytes: number; hasRoom(): Promise<boolean> } | undefined>

/** The type and disposition that a signed address is served with, and the database's time at which it is signed. */
export type Shown = { type: string; disposition: string; at: Date }

/** A store of videos and pictures. Keys are made by the server; a key that could leave its area throws. */
export type BlobStore = {
  /** Access to the mark that says which database the store belongs to. */
  mark: MarkPlace
  /** Returns the upload protocol's access to `uploads`. */
  uploads(lookup: UploadLookup): DataStore
  /** Returns a file's details; null when there is none. For an upload, counts the bytes that have arrived. */
  stat(area: BlobArea, key: string): Promise<Blob | null>
  /** Reads the bytes from `start` to `end`, both included, or all of them without a range. */
  read(area: BlobArea, key: string, range?: { start: number; end: number }): Readable
  /** Reads the bytes from `start` to `end`, both included, in one piece of at most `PIECE_BYTES` in lent memory. */
  piece(area: BlobArea, key: string, range: { start: number; end: number }): Promise<Piece>
  /** Makes a complete upload durable, so that it survives a power cut; throws when bytes are missing. */
  settle(uploadId: string): Promise<void>
  /**
   * Returns the hash and size of an upload. A disk reads the bytes again only if they did not all pass through this
   * process.
   */
  hash(uploadId: string): Promise<{ sha256: string; bytes: number }>
  /** Returns a file of this machine with the blob's bytes, until it is released. */
  local(area: BlobArea, key: string): Promise<{ file: string; release(): Promise<void> }>
  /** Returns the path of a new file of this machine, to be kept or discarded. */
  draft(name: string): string
  /** Moves a finished draft to `served`, completely and durably or not at all. */
  keep(draft: string, key: string): Promise<void>
  discard(draft: string): Promise<void>
  /** Stores a small blob, completely and durably or not at all. */
  put(area: 'pictures', key: string, bytes: Uint8Array): Promise<void>
  /** Stores a copy of a file of this machine, completely and durably or not at all. */
  bring(area: BlobArea, key: string, file: string): Promise<void>
  /** Removes a file; succeeds when there is none. */
  remove(area: BlobArea, key: string): Promise<void>
  list(area: BlobArea): AsyncIterable<Blob>
  /** Returns the free space. */
  room(): Promise<Room>
  /**
   * Addresses at which a browser reads served files from the store itself; undefined when the server passes the
   * files on.
   */
  signed?: SignedAddresses
}

export type SignedAddresses = {
  /** The origin of the addresses, for a page's policy. */
  origin: string
  /** Returns the address of a served file, which anybody can read for a minute from the time that is given. */
  address(key: string, shown: Shown): Promise<string>
}

/** The place of a store's mark, and the words for an error about a wrong store. */
export type MarkPlace = {
  /** A name such as `The folder /srv/infield`. */
  called: string
  /** The variable that names the store. */
  variable: 'DATA_DIR' | 'STORAGE'
  /** The advice for a lost store, as a sentence. */
  ifLost: string
  /** Returns the mark's text; null when there is none. Throws a readable error when that cannot be found out. */
  read(): Promise<string | null>
  /** Writes the mark, completely or not at all. */
  write(text: string): Promise<void>
  /** Returns whether the store contains nothing that could be played. */
  isEmpty(): Promise<boolean>
  room(): Promise<Room>
}
