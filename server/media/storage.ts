import type { Readable } from 'node:stream'
import type { DataStore } from '@tus/server'
import type { Piece } from './disk/range-reader.ts'
import type { Room } from './room.ts'

/**
 * `uploads` holds what devices sent, named by upload; `served` what is played; `pictures` those of people. Nothing in
 * `uploads` is ever served.
 */
export type BlobArea = 'uploads' | 'served' | 'pictures'
export const BLOB_AREAS = ['uploads', 'served', 'pictures'] as const satisfies readonly BlobArea[]

/** `isPartial`: an upload of which only some bytes are here, in a store that keeps those elsewhere. */
export type Blob = { key: string; bytes: number; modifiedAt: Date; isPartial?: true }

/**
 * Bytes of an upload as it was declared, and whether there is room for more of them now; undefined when none is expected
 * under that id.
 */
export type UploadLookup = (
  uploadId: string,
) => Promise<{ bytes: number; hasRoom(): Promise<boolean> } | undefined>

/** What a file is called and taken for by whoever is given its address. */
export type Shown = { type: string; disposition: string }

/** Where videos lie. Keys are made by the server; a key that could leave its area throws. */
export type BlobStore = {
  /** Where the store says to whom it belongs. */
  mark: MarkPlace
  /** The upload protocol's own way to `uploads`. */
  uploads(lookup: UploadLookup): DataStore
  /** Null where there is nothing; of an upload the bytes that are here. */
  stat(area: BlobArea, key: string): Promise<Blob | null>
  /** The bytes from `start` to `end`, both included; all of them without a range. */
  read(area: BlobArea, key: string, range?: { start: number; end: number }): Readable
  /** The bytes from `start` to `end`, both included, at once: no more than `PIECE_BYTES`, in lent memory. */
  piece(area: BlobArea, key: string, range: { start: number; end: number }): Promise<Piece>
  /** Afterwards an upload of which all bytes are here survives a power cut; throws where it is not whole. */
  settle(uploadId: string): Promise<void>
  /** What an upload's bytes are; a disk reads them again only where they did not all come through this process. */
  hash(uploadId: string): Promise<{ sha256: string; bytes: number }>
  /** A blob as a file of this machine, for as long as it is not released. */
  local(area: BlobArea, key: string): Promise<{ file: string; release(): Promise<void> }>
  /** The path of a fresh file of this machine, to be kept or discarded. */
  draft(name: string): string
  /** Puts a finished draft under `served`, whole and durable or not at all. */
  keep(draft: string, key: string): Promise<void>
  discard(draft: string): Promise<void>
  /** Puts a small blob there, whole and durable or not at all. */
  put(area: 'pictures', key: string, bytes: Uint8Array): Promise<void>
  /** Puts a copy of a file of this machine there, whole and durable or not at all. */
  bring(area: BlobArea, key: string, file: string): Promise<void>
  /** Succeeds when there is nothing to remove. */
  remove(area: BlobArea, key: string): Promise<void>
  list(area: BlobArea): AsyncIterable<Blob>
  /** What is free. */
  room(): Promise<Room>
  /** Addresses at which a browser reads served files from the store itself; absent where the server passes them on. */
  signed?: SignedAddresses
}

export type SignedAddresses = {
  /** What the addresses begin with, for a page's policy. */
  origin: string
  /** An address of a served file that anybody may read for a minute. */
  address(key: string, shown: Shown): Promise<string>
}

/** The place of a store's mark, and the words in which a store that is not the right one is told of. */
export type MarkPlace = {
  /** Such as `The folder /srv/infield`. */
  called: string
  /** The variable that names the store. */
  variable: 'DATA_DIR' | 'STORAGE'
  /** What to do where its files are lost, as a sentence. */
  ifLost: string
  /** Null where there is no mark; throws a sentence where that cannot be found out. */
  read(): Promise<string | null>
  /** Whole or not at all. */
  write(text: string): Promise<void>
  /** Whether nothing lies there that could be played. */
  isEmpty(): Promise<boolean>
  room(): Promise<Room>
}
