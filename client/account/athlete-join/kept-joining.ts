import { getSession } from '../../api/session.ts'
import { type Device, deviceExists, openDevice } from '../../db/device.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { EMPTY, type JoiningValues } from './joining-values.ts'

/** A sign-up that was begun on this device: the code that opened the form, and the form without its passwords. */
export type KeptJoining = { code: string; values: JoiningValues }

type Texts = Omit<JoiningValues, 'picture' | 'covers'>
type KeptPicture = Pick<ReadyPicture, 'blob' | 'position'>

const FORM = 'athlete-joining'
/** Apart from the form, so that a key typed does not write the pictures once more. */
const PICTURES = 'athlete-joining-pictures'

/** What was begun here and not sent; null where there is nothing. Looking makes no database. */
export async function readKeptJoining(): Promise<KeptJoining | null> {
  const { account } = getSession()
  if (!(await deviceExists(account))) return null
  const { settings } = openDevice(account)
  const [form, pictures] = await Promise.all([settings.get(FORM), settings.get(PICTURES)])
  if (!form) return null
  const { code, texts } = form.value as { code: string; texts: Texts }
  const [picture = null, ...covers] = ((pictures?.value ?? []) as (KeptPicture | null)[]).map(shownAgain)
  const values = { ...EMPTY, ...texts, picture, covers: covers.filter((cover) => cover !== null) }
  return { code, values }
}

/** Writes what stands in the form to this device's disk, one write at a time, the latest last. */
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
  // a full disk takes nothing more; the form is still there to be sent
  const queue = (next: () => Promise<void>) => {
    last = last.then(next).catch(() => {})
    return last
  }
  return {
    keep(joining: KeptJoining): Promise<void> {
      wanted = joining
      return queue(write)
    },
    /** Sent, or not wanted any more: nothing of it stays. */
    forget(): Promise<void> {
      wanted = null
      return queue(() => forgetJoining(device))
    },
  }
}

async function forgetJoining({ settings }: Device): Promise<void> {
  await settings.bulkDelete([FORM, PICTURES])
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at])
}

/** An address of a page is no good in the next one. */
function withoutAddress(picture: ReadyPicture | null): KeptPicture | null {
  return picture && { blob: picture.blob, position: picture.position }
}

function shownAgain(kept: KeptPicture | null): ReadyPicture | null {
  return kept && { ...kept, url: URL.createObjectURL(kept.blob) }
}
