/** How the picture's size changed: the phone was turned, or the camera went over to another size. */
type Resized = 'turned' | 'resized'

/**
 * Types whose files describe the picture once, in the header. Chromium's later pictures of another size are not
 * decoded; WebKit's lie on their side, because the rotation of the first one holds for all. WebM, and H.264 as avc3,
 * describe the picture with every key frame and survive a change. Safari up to 18.3 writes avc1 and reports no codec.
 */
const DESCRIBED_ONCE = /avc1|hvc1|^video\/mp4(?!.*(avc3|hev1|vp09|av01))/
/** Looks that follow each other sooner than this, in milliseconds of recording, count as one. */
const APART_MS = 80

/** Watches the size of the camera's picture from the start of a recording. */
export type SizeWatch = {
  /** Returns how the size differs from the first one; null where it does not, or the file survives it. */
  now(): Resized | null
  /** Does the same while the recorder runs, `elapsedMs` into the recording, and notes when the size changed. */
  look(elapsedMs: number): Resized | null
  /**
   * Returns the time in the recording, in milliseconds, up to which its pictures surely have the first size; null
   * while all have. It is a look before the last good one, because the settings lag behind the pictures, also on a
   * page that stalls, and the file's time begins with its first picture, some moments after the clock's.
   */
  spoiledFromMs(): number | null
}

export function watchPictureSize(stream: MediaStream, type: () => string): SizeWatch {
  const track = stream.getTracks().find(({ kind }) => kind === 'video')
  const first = track?.getSettings()
  let [formerMs, lastMs] = [0, 0]
  let spoiledFromMs: number | null = null
  const now = () => {
    const size = track?.getSettings()
    if (!DESCRIBED_ONCE.test(type()) || !first?.width || !first.height || !size?.width || !size.height)
      return null
    if (size.width === first.width && size.height === first.height) return null
    return size.width > size.height === first.width > first.height ? 'resized' : 'turned'
  }
  return {
    now,
    look(elapsedMs) {
      const resized = now()
      if (resized) spoiledFromMs ??= formerMs
      else if (elapsedMs - lastMs >= APART_MS) [formerMs, lastMs] = [lastMs, elapsedMs]
      return resized
    },
    spoiledFromMs: () => spoiledFromMs,
  }
}
