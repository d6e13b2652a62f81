import { useEffect, useRef, useState } from 'react'
import { type OwnProfile, profileChangeOf } from '../../../sync/athlete/profile-edit.ts'
import type { Device } from '../../db/device.ts'
import { PROFILE_EDIT } from '../../store/account/unsent.ts'
import { THIS_PAGE } from '../../store/this-page.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { tellNotKept } from '../../ui/not-kept.ts'
import { type FormValues, profileOf } from '../profile-edit/form-values.ts'

/** An editing under way: the profile it began from, and the form as it stands. */
type Edit = { from: OwnProfile; values: FormValues }

/** The editing under way; it is on this device's disk with every key, so a closed page loses none of it. */
export function useEdit(): { edit: Edit | null; change: (edit: Edit | null) => void } {
  const device = useDevice()
  const kept = useStored(readEdit)
  const [own, setOwn] = useState<{ edit: Edit | null } | null>(null)
  const writing = useRef(Promise.resolve())
  useEffect(() => {
    // another page of the app has written on: what stands there is gone on with
    if (kept?.edit && kept.page !== THIS_PAGE) setOwn(null)
  }, [kept])
  const change = (edit: Edit | null) => {
    setOwn({ edit })
    const write = () => (edit ? writeEdit(device, edit) : device.settings.delete(PROFILE_EDIT))
    // a full disk takes nothing more; the form is still there to be sent
    writing.current = writing.current.then(write).then(() => {}, tellNotKept)
  }
  return { edit: own ? own.edit : (kept?.edit ?? null), change }
}

async function readEdit(device: Device): Promise<{ edit: Edit | null; page?: string }> {
  const setting = await device.settings.get(PROFILE_EDIT)
  return { edit: (setting?.value as Edit | undefined) ?? null, page: setting?.page }
}

async function writeEdit(device: Device, edit: Edit): Promise<void> {
  const isChanged = profileChangeOf(edit.from, profileOf(edit.values, edit.from)) !== null
  await device.settings.put({ key: PROFILE_EDIT, value: { ...edit, isChanged }, page: THIS_PAGE })
}

/** What takes the focus when the editing ends, because what had it is gone. */
export function useFocusAfter(isEditing: boolean) {
  const target = useRef<HTMLButtonElement>(null)
  const was = useRef(isEditing)
  useEffect(() => {
    if (was.current && !isEditing) target.current?.focus()
    was.current = isEditing
  }, [isEditing])
  return target
}
