import { LIMITS } from '../limits.ts'
import { PICTURE_PLACES, type PicturePlace } from '../media/picture.ts'
import { id, prose, z } from '../shape.ts'

/** The `picture.request` intent: the team asks a member for a picture for a place (S2-2.76, D82). */
export const pictureRequest = z.strictObject({ requestId: id, personId: id, place: z.enum(PICTURE_PLACES) })

/** The `picture.approve` intent: publishes the picture that the admin looked at, and no later one. */
export const pictureApproval = z.strictObject({ requestId: id, pictureId: id })

/** The `picture.reject` intent: asks for another picture; the note says why. */
export const pictureRejection = z.strictObject({
  requestId: id,
  pictureId: id,
  note: prose(LIMITS.noteCharacters),
})

/** The `picture.withdraw` intent: ends the request and discards the picture that was brought. */
export const pictureWithdrawal = z.strictObject({ requestId: id })

/** A picture request as the member sees it: the team waits for a picture or is looking at one. */
export type OpenPictureRequest = {
  id: string
  place: PicturePlace
  state: 'asked' | 'brought'
  /** What the team wrote about the previous picture. */
  note: string | null
  /** The picture that was brought; its bytes are at `CALLS.broughtPicture`, for the member and the team. */
  pictureId: string | null
}

/** The `desk/pictures` call: lists every open request, those with a picture to look at first. */
export const deskPicturesCall = z.strictObject({})
export type DeskPicturesAnswer = { rows: DeskPicture[] }
export type DeskPicture = OpenPictureRequest & {
  personId: string
  username: string
  name: string
  askedAt: number
  broughtAt: number | null
  /** The picture that is at this place now. */
  currentUrl: string | null
}

/** Checks whether members of a role have a place; only athletes have covers behind their name. */
export function hasPlace(role: string, place: PicturePlace): boolean {
  return role === 'creator' || place === 'profile'
}
