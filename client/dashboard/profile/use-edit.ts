import { useEffect, useRef, useState } from 'react'
import { type OwnProfile, profileChangeOf } from '../../../sync/athlete/profile-edit.ts'
import type { Device } from '../../db/device.ts'
import { PROFILE_EDIT } from '../../store/account/unsent.ts'
import { THIS_PAGE } from '../../store/this-page.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { tellNotKept } from '../../ui/not-kept.ts'
import { type FormValues, profileOf } from '../profile-edit/form-values.ts'

/** An edit under way: the profile it began from, and the form as it stands. */
type Edit = { from: OwnProfile; values: FormValues }

/** Returns the edit under way. This device stores it with every key, so that a closed page loses none of it. */
export function useEdit(): { edit: Edit | null; change: (edit: Edit | null) => void } {
  const device = useDevice()
  const kept = useStored(readEdit)
  const [own, setOwn] = useState<{ edit: Edit | null } | null>(null)
  const writing = useRef(Promise.resolve())
  useEffect(() => {
    // Another page of the app has continued the edit, so this page takes over the stored version.
    if (kept?.edit && kept.page !== THIS_PAGE) setOwn(null)
  }, [kept])
  const change = (edit: Edit | null) => {
    setOwn({ edit })
    const write = () => (edit ? writeEdit(device, edit) : device.settings.delete(PROFILE_EDIT))
    // A full disk stores nothing more, but the user can still send the form.
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

/** Returns the ref of the button that takes the focus when the edit ends, because the focused field is gone. */
export function useFocusAfter(isEditing: boolean) {
  const target = useRef<HTMLButtonElement>(null)
  const was = useRef(isEditing)
  useEffect(() => {
    if (was.current && !isEditing) target.current?.focus()
    was.current = isEditing
  }, [isEditing])
  return target
}
