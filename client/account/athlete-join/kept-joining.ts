import { backOffMs } from '../../api/back-off.ts'
import { getSession } from '../../api/session.ts'
import { type Device, deviceExists, openDevice } from '../../db/device.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { EMPTY, type JoiningValues } from './joining-values.ts'

/** A sign-up that was begun on this device: the signup code, and the form without its passwords. */
export type KeptJoining = { code: string; values: JoiningValues }

type Texts = Omit<JoiningValues, 'picture' | 'covers'>
type KeptPicture = Pick<ReadyPicture, 'blob' | 'position'>

const FORM = 'athlete-joining'
/** The key for the pictures. They are stored apart from the form, so that typing does not write them again. */
const PICTURES = 'athlete-joining-pictures'

/**
 * Reads the unsent sign-up of this device; null if there is none. Reading does not create a database. A read that
 * fails is repeated once after a pause, because an empty form would be written over the sign-up.
 */
export async function readKeptJoining(): Promise<KeptJoining | null> {
  const { account } = getSession()
  if (!(await deviceExists(account))) return null
  const { settings } = openDevice(account)
  const read = () => Promise.all([settings.get(FORM), settings.get(PICTURES)])
  const [form, pictures] = await read().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, backOffMs(0, Math.random())))
    return read()
  })
  if (!form) return null
  const { code, texts } = form.value as { code: string; texts: Texts }
  const [picture = null, ...covers] = ((pictures?.value ?? []) as (KeptPicture | null)[]).map(shownAgain)
  const values = { ...EMPTY, ...texts, picture, covers: covers.filter((cover) => cover !== null) }
  return { code, values }
}

/**
 * Returns a keeper that writes the form to this device's database. It writes one version at a time and skips
 * versions that a newer one has replaced.
 */
export function joiningKeeper() {
  const device = openDevice(getSession().account)
  let last = Promise.resolve()
  let wanted: KeptJoining | null = null
  let keptPictures: readonly (ReadyPicture | null)[] = []
  const write = async () => {
    if (!wanted) return
    const { code, values } = wanted
    wanted = null
    const { picture, covers, ...texts } = values
    await device.settings.put({ key: FORM, value: { code, texts } })
    const pictures = [picture, ...covers]
    if (isSame(pictures, keptPictures)) return
    await device.settings.put({ key: PICTURES, value: pictures.map(withoutAddress) })
    keptPictures = pictures
  }
  // Ignore a full disk, because the form on the page can still be sent.
  const queue = (next: () => Promise<void>) => {
    last = last.then(next).catch(() => {})
    return last
  }
  return {
    keep(joining: KeptJoining): Promise<void> {
      wanted = joining
      return queue(write)
    },
    /** Deletes the kept sign-up, after it was sent or when the user throws it away. */
    forget(): Promise<void> {
      wanted = null
      return queue(async () => {
        await forgetJoining(device)
        // A form that is opened again, because its address was wrong, is kept again with the same pictures.
        keptPictures = []
      })
    },
  }
}

async function forgetJoining({ settings }: Device): Promise<void> {
  await settings.bulkDelete([FORM, PICTURES])
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}

/** Removes the picture's object URL, because it is valid only in the page that created it. */
function withoutAddress(picture: ReadyPicture | null): KeptPicture | null {
  return picture && { blob: picture.blob, position: picture.position }
}

function shownAgain(kept: KeptPicture | null): ReadyPicture | null {
  return kept && { ...kept, url: URL.createObjectURL(kept.blob) }
}
