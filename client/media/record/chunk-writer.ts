import type { Device } from '../../db/device.ts'
import { appendChunk, beginTake, type NewTake, type NotSaved, type Saved } from '../../store/takes.ts'

/** A first chunk below this size is only an MP4's header and no recoverable video. */
const HEAD_BYTES = 4_096

type Beginning = {
  device: Device
  take: Omit<NewTake, 'blob' | 'durationMs'>
  /** Called once when the device stops storing chunks. */
  onUnkept: (notSaved: NotSaved) => void
}

type Chunk = { blob: Blob; durationMs: number }

/** Stores a recording on the device in the order in which its chunks come. */
export function chunkWriter({ device, take, onUnkept }: Beginning) {
  const parts: Blob[] = []
  let unwritten: Blob[] = []
  let takenBytes = 0
  let seq = 0
  const writer = writeInOrder(onUnkept)
  const isHead = (blob: Blob) => seq === 0 && blob.size < HEAD_BYTES
  return {
    /** Returns everything that came. */
    whole: (type: string) => new Blob(parts, { type }),
    begin: () => writer.write(() => beginTake(device, take)),
    add({ blob, durationMs }: Chunk) {
      parts.push(blob)
      takenBytes += blob.size
      unwritten.push(blob)
      const chunk = new Blob(unwritten)
      if (isHead(chunk)) return
      unwritten = []
      seq += 1
      const row = { takeId: take.id, seq, blob: chunk, durationMs }
      writer.write(() => appendChunk(device, row))
    },
    /** Takes a chunk that may be spoiled, and stores none of it before `addRest` says what is good. */
    hold({ blob }: Pick<Chunk, 'blob'>) {
      parts.push(blob)
    },
    /** Stores what is good of the held chunks: what the whole recording, once cut, has beyond the stored ones. */
    addRest(cut: Promise<Blob>, durationMs: number) {
      writer.write(async () => {
        const rest = (await cut).slice(takenBytes)
        const blob = new Blob([...unwritten, rest])
        if (rest.size === 0 || isHead(blob)) return { ok: true, value: true }
        seq += 1
        return appendChunk(device, { takeId: take.id, seq, blob, durationMs })
      })
    },
    written: writer.written,
  }
}

/** Writes one after another, and nothing after a failure, so that the stored chunks have no gap. */
function writeInOrder(onUnkept: Beginning['onUnkept']) {
  let writing = Promise.resolve()
  let isKept = true
  return {
    write(keep: () => Promise<Saved<unknown>>) {
      writing = writing.then(async () => {
        if (!isKept) return
        const kept = await keep()
        if (kept.ok) return
        isKept = false
        onUnkept(kept.notSaved)
      })
    },
    written: () => writing,
  }
}
