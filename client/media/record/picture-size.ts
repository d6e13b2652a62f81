import { boxesIn } from '../../../sync/media/read/boxes.ts'

/** How the picture's size changed: the phone was turned, or the camera went over to another size. */
type Resized = 'turned' | 'resized'

/**
 * Types whose files describe the picture once, in the header, so that pictures of another size are not decoded.
 * WebM, and H.264 as avc3, describe it with every key frame and survive a change.
 */
const DESCRIBED_ONCE = /avc1|hvc1/

/**
 * Returns a function that tells whether the camera's picture has changed its size since now; null while it has not,
 * and always for a type whose files survive a change.
 */
export function watchPictureSize(stream: MediaStream, type: () => string): () => Resized | null {
  const track = stream.getTracks().find(({ kind }) => kind === 'video')
  const first = track?.getSettings()
  return () => {
    const now = track?.getSettings()
    if (!DESCRIBED_ONCE.test(type()) || !first?.width || !first.height || !now?.width || !now.height)
      return null
    if (now.width === first.width && now.height === first.height) return null
    return now.width > now.height === first.width > first.height ? 'resized' : 'turned'
  }
}

/**
 * Returns an MP4 recording without its last fragment. A new size begins a fragment of its own, with a key frame, and
 * whoever plays it meets an error there. A recording of a single fragment, or that cannot be read, is returned whole.
 */
export async function withoutLastFragment(recorded: Blob): Promise<Blob> {
  const bytes = await recorded.arrayBuffer().catch(() => new ArrayBuffer(0))
  const boxes = boxesIn(new Uint8Array(bytes), { start: 0, end: bytes.byteLength })
  const last = boxes.findLastIndex(({ type }) => type === 'moof')
  const before = boxes.slice(0, Math.max(0, last))
  const end = before.at(-1)?.end
  return end && before.some(({ type }) => type === 'moof') ? recorded.slice(0, end, recorded.type) : recorded
}
