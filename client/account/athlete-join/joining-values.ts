import type { Asker } from '../../../sync/account/asker.ts'
import type { JoinAthleteCall } from '../../../sync/athlete/join.ts'
import type { ReadyPicture } from '../../media/picture/read-picture.ts'
import { handleOf } from '../join/handle.ts'

/** The values of the form "Create an account": texts, two lists, and pictures that are ready to send. */
export type JoiningValues = Asker & {
  username: string
  sport: string
  position: string
  bio: string
  achievements: string[]
  interests: string[]
  instagram: string
  tiktok: string
  x: string
  noGoTopics: string
  picture: ReadyPicture | null
  covers: ReadyPicture[]
}
export type TextName = {
  [N in keyof JoiningValues]: JoiningValues[N] extends string ? N : never
}[keyof JoiningValues]

export const EMPTY: JoiningValues = {
  firstName: '',
  lastName: '',
  birthDate: '',
  countryCode: '',
  city: '',
  email: '',
  username: '',
  sport: '',
  position: '',
  bio: '',
  achievements: [''],
  interests: [''],
  instagram: '',
  tiktok: '',
  x: '',
  noGoTopics: '',
  picture: null,
  covers: [],
}

const orNull = (text: string) => text.trim() || null

/** Returns the body of the sign-up call. It contains no role, and the pictures are sent afterwards (D53, D100). */
export function joinCallOf(
  values: JoiningValues,
  { code, password }: { code: string; password: string },
): JoinAthleteCall {
  const { firstName, lastName, birthDate, countryCode, city, email } = values
  return {
    code,
    person: { firstName, lastName, birthDate, countryCode, city, email },
    username: values.username,
    password,
    profile: {
      sport: values.sport as JoinAthleteCall['profile']['sport'],
      position: orNull(values.position),
      bio: values.bio,
      achievements: values.achievements,
      interests: values.interests,
      instagram: handleOf(values.instagram),
      tiktok: handleOf(values.tiktok),
      x: handleOf(values.x),
      noGoTopics: orNull(values.noGoTopics),
    },
    covers: values.covers.length,
  }
}
