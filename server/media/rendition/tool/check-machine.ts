import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Conversion } from './conversion.ts'

/** What FFmpeg says of a full disk and of a used-up quota. */
const NO_ROOM = /no space left on device|disk quota exceeded/i
/** More than FFmpeg leaves free when a disk is full. */
const TRIAL_BYTES = 8 * 1_048_576

/**
 * Returns the error of this machine that may be behind a failed conversion; null when the file is to blame. FFmpeg
 * may report a full disk or a broken one only as a bad film, so the source is read and the draft is written again.
 */
export async function machineFault(
  { file, draft }: Pick<Conversion, 'file' | 'draft'>,
  error: unknown,
): Promise<Error | null> {
  if (!(error instanceof Error)) return null
  if ('syscall' in error || NO_ROOM.test(error.message)) return error
  try {
    for await (const _ of createReadStream(file, { highWaterMark: 1_048_576 }));
    await growDraft(draft)
    return null
  } catch (fault) {
    return fault as Error
  }
}

/** Writes beyond the end of a draft that nobody needs now. */
async function growDraft(draft: string): Promise<void> {
  const handle = await open(draft, 'a')
  try {
    const { bytesWritten } = await handle.write(Buffer.alloc(TRIAL_BYTES))
    if (bytesWritten < TRIAL_BYTES) await handle.write(Buffer.alloc(TRIAL_BYTES - bytesWritten))
    await handle.sync()
  } finally {
    await handle.close()
  }
}
