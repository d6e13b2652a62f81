import { useEffect, useRef, useState } from 'react'
import { type OwnProfile, profileChangeOf } from '../../../sync/athlete/profile-edit.ts'
import { COPY } from '../../../sync/copy.ts'
import { showOffer } from '../../api/show-offer.ts'
import type { Device } from '../../db/device.ts'
import { PROFILE_EDIT } from '../../store/account/unsent.ts'
import { THIS_PAGE } from '../../store/this-page.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { tellNotKept } from '../../ui/not-kept.ts'
import { type FormValues, profileOf } from '../profile-edit/form-values.ts'

/** An edit under way: the profile it began from, and the form as it stands. */
type Edit = { from: OwnProfile; values: FormValues }

/** Marks an edit that *Undo* has stored, so that a page which has begun another one takes it over as well. */
const UNDONE = 'undone'

/**
 * Returns the edit under way. This device stores it with every key, so that a closed page loses none of it.
 * `discard` ends it, and offers to undo that if something was changed.
 */
export function useEdit(): {
  edit: Edit | null
  /** How often an edit was begun, ended or brought back on this page; finding one on this device does not count. */
  turns: number
  change: (edit: Edit | null) => void
  discard: () => void
} {
  const device = useDevice()
  const kept = useStored(readEdit)
  const [own, setOwn] = useState<{ edit: Edit | null } | null>(null)
  const [turns, setTurns] = useState(0)
  const writing = useRef(Promise.resolve())
  useEffect(() => {
    // Another page of the app has continued the edit, so this page takes over the stored version.
    if (kept?.edit && kept.page !== THIS_PAGE) setOwn(null)
  }, [kept])
  const keep = (edit: Edit | null, page: string) => {
    const write = () => (edit ? writeEdit(device, edit, page) : device.settings.delete(PROFILE_EDIT))
    // A full disk stores nothing more, but the user can still send the form.
    writing.current = writing.current.then(write).then(() => {}, tellNotKept)
  }
  const edit = own ? own.edit : (kept?.edit ?? null)
  const change = (next: Edit | null) => {
    if (!edit || !next) setTurns((before) => before + 1)
    setOwn({ edit: next })
    keep(next, THIS_PAGE)
  }
  const undo = async (gone: Edit) => {
    await writing.current
    const begun = await readEdit(device).catch(() => null)
    setTurns((before) => before + 1)
    setOwn({ edit: gone })
    keep(gone, UNDONE)
    // Words that were typed since then must not be lost instead.
    if (begun?.edit) offerUndo(begun.edit)
  }
  const offerUndo = (gone: Edit) => {
    if (!isChanged(gone)) return
    showOffer({ text: COPY.profileCanceled, action: { label: 'Undo', onPress: () => void undo(gone) } })
  }
  const discard = () => {
    if (!edit) return
    change(null)
    offerUndo(edit)
  }
  return { edit, turns, change, discard }
}

async function readEdit(device: Device): Promise<{ edit: Edit | null; page?: string }> {
  const setting = await device.settings.get(PROFILE_EDIT)
  return { edit: (setting?.value as Edit | undefined) ?? null, page: setting?.page }
}

async function writeEdit(device: Device, edit: Edit, page: string): Promise<void> {
  await device.settings.put({ key: PROFILE_EDIT, value: { ...edit, isChanged: isChanged(edit) }, page })
}

/** Whether the form holds changes that are not saved. */
export const isChanged = ({ from, values }: Edit): boolean =>
  profileChangeOf(from, profileOf(values, from)) !== null
