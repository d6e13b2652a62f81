import { COLLECTION_NAMES, type CollectionName } from '../../../sync/collections.ts'
import type { Checkpoint, PullAnswer } from '../../../sync/protocol.ts'
import type { Browser } from '../browser.ts'

/** What a device holds of a collection. */
type Held = {
  documents: Map<string, unknown>
  checkpoint: Checkpoint | null
  wanted: boolean
  pulling: boolean
}

/** A simulated device that replicates every collection, prompted by its stream alone. */
export class Device {
  readonly held: Record<CollectionName, Held>
  readonly browser: Browser
  readonly reader: string
  readonly pageLimit: () => number
  events = 0
  gone = 0
  #isReady = false
  #stream: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(browser: Browser, reader: string, pageLimit: () => number) {
    this.browser = browser
    this.reader = reader
    this.pageLimit = pageLimit
    const empty = () => ({ documents: new Map(), checkpoint: null, wanted: false, pulling: false })
    this.held = Object.fromEntries(COLLECTION_NAMES.map((name) => [name, empty()])) as Record<
      CollectionName,
      Held
    >
  }

  async connect(): Promise<void> {
    this.#isReady = false
    const answer = await this.browser.request('/sync/stream?protocol=1')
    const stream = answer.body?.getReader()
    this.#stream = stream
    void this.#follow(stream)
  }

  async disconnect(): Promise<void> {
    await this.#stream?.cancel()
    this.#stream = undefined
  }

  async #follow(stream: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<void> {
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const { value, done } = (await stream?.read()) ?? { value: undefined, done: true }
      if (done) return
      text += decoder.decode(value, { stream: true })
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) this.#hear(frame)
    }
  }

  #hear(frame: string): void {
    this.events += 1
    if (frame.includes('event: ready')) {
      this.#isReady = true
      for (const name of COLLECTION_NAMES) void this.pull(name)
    }
    const [, collection] = /"collection":"(\w+)"/.exec(frame) ?? []
    if (collection) void this.pull(collection as CollectionName)
  }

  /** Says whether the device follows its stream and has pulled everything that the stream announced. */
  isUpToDate(): boolean {
    return this.#isReady && Object.values(this.held).every(({ wanted, pulling }) => !wanted && !pulling)
  }

  async pull(name: CollectionName): Promise<void> {
    const held = this.held[name]
    held.wanted = true
    if (held.pulling) return
    held.pulling = true
    while (held.wanted) {
      held.wanted = false
      const limit = this.pageLimit()
      const page = await pullPage(this.browser, { collection: name, checkpoint: held.checkpoint, limit })
      // After a restart the feed is another cluster's, which may never have had the held documents.
      if (page.restart) held.documents.clear()
      for (const { _deleted, ...document } of page.documents) {
        if (_deleted) this.gone += Number(held.documents.delete(document.id))
        else held.documents.set(document.id, document)
      }
      held.checkpoint = page.checkpoint
      if (page.documents.length === limit) held.wanted = true
    }
    held.pulling = false
  }
}

type PullOf = { collection: string; checkpoint: Checkpoint | null; limit: number }

async function pullPage(browser: Browser, request: PullOf): Promise<PullAnswer> {
  const answer = await browser.request('/sync/pull', { method: 'POST', body: { protocol: 1, ...request } })
  if (answer.status !== 200) throw new Error(`pull answered ${answer.status}`)
  return (await answer.json()) as PullAnswer
}

/** Returns the documents that a new device would pull. */
export async function freshCopy(browser: Browser, collection: CollectionName): Promise<Map<string, unknown>> {
  const documents = new Map<string, unknown>()
  for (let checkpoint: Checkpoint | null = null; ; ) {
    const page = await pullPage(browser, { collection, checkpoint, limit: 500 })
    for (const { _deleted, ...document } of page.documents)
      if (!_deleted) documents.set(document.id, document)
    if (page.documents.length < 500) return documents
    checkpoint = page.checkpoint
  }
}
