import type { Page } from 'playwright/test'

type Held = {
  refuse(as: string | null): void
  takeAway(): void
  lose(): void
  ring(): void
  fill(how: Full): void
}
/** When a full disk reports it: at the write, or only at the transaction's commit. */
type Full = 'at once' | 'late' | null
export type Holding = Window & { held?: Held }

/**
 * Runs in the page: lets a test take away what browsers under test always have, a camera and enough space. It
 * refuses the camera as a user or a missing microphone does, ends its tracks as a system does, or only one, mutes
 * the microphone as a call does, and fails writes as a full disk does. (A debugger's quota does not apply to
 * IndexedDB.)
 */
export function holdDevice(): void {
  const devices = navigator.mediaDevices
  const open = devices.getUserMedia.bind(devices)
  let refusal: string | null = null
  let stream: MediaStream | null = null
  devices.getUserMedia = async (wanted) => {
    if (refusal) throw new DOMException('refused', refusal)
    stream = await open(wanted)
    return stream
  }
  const { add, put } = IDBObjectStore.prototype
  const { commit } = IDBTransaction.prototype
  let full: Full = null
  const abort = (transaction: IDBTransaction) => {
    Object.defineProperty(transaction, 'error', { value: new DOMException('no room', 'QuotaExceededError') })
    transaction.abort()
  }
  IDBObjectStore.prototype.add = function (...args) {
    if (full === 'at once') throw new DOMException('no room', 'QuotaExceededError')
    return add.apply(this, args)
  }
  IDBObjectStore.prototype.put = function (...args) {
    if (full === 'at once') throw new DOMException('no room', 'QuotaExceededError')
    const request = put.apply(this, args)
    // A save writes the video last: the request succeeds, and the transaction aborts when no other request follows.
    if (full === 'late' && this.name === 'videos') {
      request.addEventListener('success', async () => {
        for (let turn = 0; turn < 1_000; turn += 1) await null
        abort(this.transaction)
      })
    }
    return request
  }
  IDBTransaction.prototype.commit = function () {
    if (full === 'late') abort(this)
    else commit.call(this)
  }
  ;(window as Holding).held = {
    fill: (how) => {
      full = how
    },
    refuse: (as) => {
      refusal = as
    },
    takeAway: () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    },
    lose: () => void stream?.getVideoTracks()[0]?.dispatchEvent(new Event('ended')),
    ring: () => {
      const [microphone] = stream?.getAudioTracks() ?? []
      Object.defineProperty(microphone, 'muted', { get: () => true })
      microphone?.dispatchEvent(new Event('mute'))
    },
  }
}

/** Fills the page's disk, or frees space again. */
export const fill = (page: Page, how: Full) =>
  page.evaluate((full) => (window as Holding).held?.fill(full), how)
