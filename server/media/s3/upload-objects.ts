import { Readable } from 'node:stream'
import type { Part } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import { ERRORS, Upload } from '@tus/server'
import { InternalError } from '../../log.ts'
import type { Bucket } from '../../store-address.ts'
import type { UploadLookup } from '../storage.ts'
import { clientConfig, isMissing, type Objects } from './bucket.ts'

const MEBIBYTE = 1_048_576
/** The most bytes of a request that are lost if this process is killed; S3 accepts no parts below five mebibytes. */
const PART_BYTES = 8 * MEBIBYTE

/** The state of an upload in the bucket; `parts` is filled only while it is incomplete. */
type Arrived = { bytes: number; modifiedAt: Date; isWhole: boolean; parts: Part[] }

type Options = { address: Bucket; objects: Objects; keyOf(uploadId: string): string; lookup: UploadLookup }

/**
 * Keeps the protocol's uploads as multipart uploads: each part is durable once it is acknowledged, a rest that is
 * too short for a part is kept as an object beside it, and another server can continue from there. It differs from
 * the library's store in three ways: parts are sent one after another, so that bytes after a gap are never counted;
 * each request looks the upload up again, because another server may have restarted it; and a store that does not
 * answer is an outage, not a lost upload.
 */
export class UploadObjects extends S3Store {
  readonly #options: Options
  /** The last part being sent, by key. */
  readonly #lines = new Map<string, Promise<string>>()

  constructor(options: Options) {
    super({
      partSize: PART_BYTES,
      useTags: false,
      // no limit, because a permit would be held for as long as a device takes to send a part
      maxConcurrentPartUploads: Number.MAX_SAFE_INTEGER,
      s3ClientConfig: { ...clientConfig(options.address), bucket: options.address.bucket },
    })
    this.#options = options
    this.extensions = ['creation', 'termination']
  }

  /**
   * Starts an upload, after removing the leftovers of an earlier one. Keeps the bytes of an upload that is there: of
   * two creations at once, the later one has looked before the other began.
   */
  override async create(upload: Upload): Promise<Upload> {
    if (await this.look(upload.id)) return upload
    await this.remove(upload.id)
    const begun = await super.create(new Upload({ ...upload, id: this.#options.keyOf(upload.id) }))
    if (begun.storage) upload.storage = begun.storage
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const expected = await this.#options.lookup(id)
    if (!expected) throw ERRORS.FILE_NOT_FOUND
    const arrived = await this.look(id)
    if (arrived && isSpoiled(arrived, expected.bytes)) await this.remove(id)
    else if (arrived) return new Upload({ id, size: expected.bytes, offset: arrived.bytes })
    throw ERRORS.FILE_NO_LONGER_EXISTS
  }

  /** Writes a request's bytes. Bytes received before a connection broke are kept, so that little is sent again. */
  override async write(...[readable, id, offset]: Parameters<S3Store['write']>): Promise<number> {
    const expected = await this.#options.lookup(id)
    if (offset === expected?.bytes) {
      await this.finish(id)
      return offset
    }
    const key = this.#options.keyOf(id)
    let isCut = false
    async function* untilCut() {
      try {
        yield* readable
      } catch {
        isCut = true
      }
    }
    try {
      const end = await super.write(Readable.from(untilCut(), { objectMode: false }), key, offset)
      if (isCut) throw ERRORS.FILE_WRITE_ERROR
      return end
    } finally {
      this.#lines.delete(key)
      await this.clearCache(key)
    }
  }

  /** Removes everything of an upload, even if it was started twice. */
  override async remove(id: string): Promise<void> {
    const { objects, keyOf } = this.#options
    const key = keyOf(id)
    await this.clearCache(key)
    for await (const begun of objects.begun(key))
      if (begun.key === key) await objects.abort(key, begun.uploadId)
    for (const each of [key, this.partKey(key, true), this.infoKey(key)]) await objects.remove(each)
  }

  /** Returns what has arrived of an upload, on whichever server; null when it was not started. */
  async look(id: string): Promise<Arrived | null> {
    const { objects, keyOf } = this.#options
    const key = keyOf(id)
    await this.clearCache(key)
    const wholeOf = async () => {
      const whole = await objects.head(key)
      return whole && { bytes: whole.bytes, modifiedAt: whole.modifiedAt, isWhole: true, parts: [] }
    }
    const whole = await wholeOf()
    if (whole) return whole
    const info = await objects.head(this.infoKey(key))
    if (!info) return null
    const parts = await this.#partsOf(key)
    // it was completed, or given up, between the two reads
    if (!parts) return wholeOf()
    const rest = await objects.head(this.partKey(key, true))
    const { modifiedAt } = rest ?? info
    return { bytes: bytesOf(parts) + (rest?.bytes ?? 0), modifiedAt, isWhole: false, parts }
  }

  /**
   * Completes an upload of which all parts are here, and checks that its object exists. Throws when parts are
   * missing.
   */
  async finish(id: string): Promise<void> {
    const { objects, keyOf } = this.#options
    const key = keyOf(id)
    const arrived = await this.look(id)
    if (arrived?.isWhole) return
    const metadata = arrived && (await this.getMetadata(key))
    if (!metadata || bytesOf(arrived.parts) !== metadata.file.size)
      throw new InternalError(`not all parts of upload ${id} are here`)
    await this.finishMultipartUpload(metadata, arrived.parts).catch((error: unknown) => {
      // another server was faster
      if (!isMissing(error)) throw error
    })
    const whole = await objects.head(key)
    if (whole?.bytes !== metadata.file.size) throw new InternalError(`upload ${id} was not put together`)
  }

  async #partsOf(key: string): Promise<Part[] | null> {
    try {
      return await this.retrieveParts(key)
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Returns the parts up to the first gap; bytes after a gap are sent again. */
  protected override async retrieveParts(key: string, marker?: string): Promise<Part[]> {
    const parts = await super.retrieveParts(key, marker)
    if (marker) return parts
    const gap = parts.findIndex(({ PartNumber }, place) => PartNumber !== place + 1)
    return gap < 0 ? parts : parts.slice(0, gap)
  }

  protected override uploadPart(...args: Parameters<S3Store['uploadPart']>): Promise<string> {
    const [metadata, body] = args
    return this.#inLine(metadata.file.id, body, () => super.uploadPart(...args))
  }

  protected override uploadIncompletePart(
    ...args: Parameters<S3Store['uploadIncompletePart']>
  ): Promise<string> {
    const [key, body] = args
    return this.#inLine(key, body, () => super.uploadIncompletePart(...args))
  }

  /** Sends the parts of an upload one after another; after a failed part no more are sent. */
  #inLine(key: string, body: Readable | Buffer, send: () => Promise<string>): Promise<string> {
    const before = this.#lines.get(key) ?? Promise.resolve('')
    const sent = before.then(send).catch((error: unknown) => {
      if (body instanceof Readable) body.destroy()
      throw error
    })
    // the caller that sends the part gets the error
    sent.catch(() => {})
    this.#lines.set(key, sent)
    return sent
  }
}

/**
 * Whether the upload was put together from other parts than were counted, for example by a writer that was believed
 * gone; then it is sent again.
 */
const isSpoiled = ({ bytes, isWhole }: Arrived, declared: number) =>
  bytes > declared || (isWhole && bytes !== declared)

const bytesOf = (parts: readonly Part[]): number => parts.reduce((sum, { Size }) => sum + (Size ?? 0), 0)
