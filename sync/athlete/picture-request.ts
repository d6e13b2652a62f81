import { LIMITS } from '../limits.ts'
import { PICTURE_PLACES, type PicturePlace } from '../media/picture.ts'
import { id, prose, z } from '../shape.ts'

/** picture.request: the team asks a member for a picture at a place (S2-2.76, D82). */
export const pictureRequest = z.strictObject({ requestId: id, personId: id, place: z.enum(PICTURE_PLACES) })

/** picture.approve: the picture that was looked at, and no later one, becomes public. */
export const pictureApproval = z.strictObject({ requestId: id, pictureId: id })

/** picture.reject: another one is wanted; the note says why. */
export const pictureRejection = z.strictObject({
  requestId: id,
  pictureId: id,
  note: prose(LIMITS.noteCharacters),
})

/** picture.withdraw: nothing is wanted any more, and what was brought is thrown away. */
export const pictureWithdrawal = z.strictObject({ requestId: id })

/** A picture the team is waiting for, or is looking at, as its person is told. */
export type OpenPictureRequest = {
  id: string
  place: PicturePlace
  state: 'asked' | 'brought'
  /** What the team said of the one before. */
  note: string | null
  /** The one that was brought; its bytes are at `CALLS.broughtPicture`, for its person and the team. */
  pictureId: string | null
}

/** desk/pictures: every open request, those with something to look at first. */
export const deskPicturesCall = z.strictObject({})
export type DeskPicturesAnswer = { rows: DeskPicture[] }
export type DeskPicture = OpenPictureRequest & {
  personId: string
  username: string
  name: string
  askedAt: number
  broughtAt: number | null
  /** What stands there now. */
  currentUrl: string | null
}

/** Whether somebody of a role has a place: covers stand behind an athlete's name alone. */
export function hasPlace(role: string, place: PicturePlace): boolean {
  return role === 'creator' || place === 'profile'
}
