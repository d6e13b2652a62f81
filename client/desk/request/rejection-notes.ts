import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { THIS_PAGE } from '../../store/this-page.ts'

/** What several requests are rejected as: one note is typed for all of them. */
export const SEVERAL = 'several'

/** Returns the key under which this device keeps the rejection note that is typed for a request, or for several. */
export const rejectionKey = (of: string) => `desk-reject ${of}`

const settings = () => openDevice(getSession().account).settings
/** The requests that were rejected with the note for several, until it is known what became of them. */
const ofSeveral = new Set<string>()

/**
 * Keeps the note for several with a request that was rejected with it, because the rejection can still be undone. A
 * device that cannot write keeps none, as it says where a note is typed.
 */
export async function keepNote(id: string, note: string): Promise<void> {
  if (note === '') return
  ofSeveral.add(id)
  await settings()
    .put({ key: rejectionKey(id), value: note, page: THIS_PAGE })
    .catch(() => {})
}

/** Offers a note for several again after its rejection was undone, unless another one is typed by now. */
export async function bringBackNote(id: string): Promise<void> {
  if (!ofSeveral.delete(id)) return
  try {
    const kept = await settings().get(rejectionKey(id))
    const typed = await settings().get(rejectionKey(SEVERAL))
    if (kept !== undefined && typed === undefined)
      await settings().put({ ...kept, key: rejectionKey(SEVERAL) })
  } catch {
    // The request itself still has the note, if anything can be read at all.
  }
}

/** Deletes the rejection note of a request that was decided: it is sent by now, or of no use. */
export async function forgetNote(id: string): Promise<void> {
  ofSeveral.delete(id)
  // A database that fails keeps the note, which does no harm.
  await settings()
    .delete(rejectionKey(id))
    .catch(() => {})
}
