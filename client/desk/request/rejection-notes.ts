import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { THIS_PAGE } from '../../store/this-page.ts'

/** What several requests are rejected as: one note is typed for all of them. */
export const SEVERAL = 'several'

/** Returns the key under which this device keeps the rejection note that is typed for a request, or for several. */
export const rejectionKey = (of: string) => `desk-reject ${of}`

const settings = () => openDevice(getSession().account).settings
/** The note for several of the requests that were rejected with it, until it is known what became of them. */
const ofSeveral = new Map<string, string>()

/**
 * Keeps the note for several with a request that was rejected with it, because the rejection can still be undone. A
 * device that cannot write keeps none, as it says where a note is typed.
 */
export async function keepNote(id: string, note: string): Promise<void> {
  if (note === '') return
  ofSeveral.set(id, note)
  await noteAsSent(id, note).catch(() => {})
}

/** Without the page that wrote it, a note does not count as typed and not sent. One typed for the request stays. */
async function noteAsSent(id: string, note: string): Promise<void> {
  const typed = await settings().get(rejectionKey(id))
  await settings().put({ key: rejectionKey(id), value: typed?.value ?? note })
}

/** Keeps the note that a request was rejected with as one that was sent, because the rejection can still be undone. */
export async function noteSent(id: string): Promise<void> {
  const kept = await settings()
    .get(rejectionKey(id))
    .catch(() => undefined)
  if (kept?.page !== undefined) await noteAsSent(id, '').catch(() => {})
}

/** Offers a note for several again after its rejection was undone, unless another one is typed by now. */
export async function bringBackNote(id: string): Promise<void> {
  const note = ofSeveral.get(id)
  ofSeveral.delete(id)
  try {
    const kept = await settings().get(rejectionKey(id))
    if (kept !== undefined) await settings().put({ ...kept, page: THIS_PAGE })
    const typed = await settings().get(rejectionKey(SEVERAL))
    if (note !== undefined && typed === undefined)
      await settings().put({ key: rejectionKey(SEVERAL), value: note, page: THIS_PAGE })
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
