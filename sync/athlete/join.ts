import { asker, checkBirthDate } from '../account/asker.ts'
import { typedPassword, typedUsername } from '../account/typed.ts'
import { PICTURE_LIMITS } from '../media/picture.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, z } from '../shape.ts'
import { athleteProfile, networks } from './profile.ts'
import { isResidence } from './residence.ts'

/** What somebody types as a code; whether it is the one that counts only the server knows (D28). */
const typedCode = z.string().check(z.maxLength(100))

/** signup-code: whether a code lets somebody sign up as an athlete (S2-5.1). */
export const signupCodeCall = z.strictObject({ code: typedCode })

/** join-athlete: everything of the form "Create an account" but the pictures, which follow (S2-5.4, D53, D100). */
export const joinAthleteCall = z.strictObject({
  code: typedCode,
  person: asker,
  username: typedUsername,
  password: typedPassword,
  profile: athleteProfile,
  /** How many cover pictures will follow beside the profile picture. */
  covers: z.int().check(z.minimum(0), z.maximum(PICTURE_LIMITS.covers)),
})
export type JoinAthleteCall = Infer<typeof joinAthleteCall>

/** desk/signup-code: the new code, told this once; every earlier one has ended with it. */
export const rotateSignupCodeCall = z.strictObject({})
export type RotateSignupCodeAnswer = { code: string }

/** Whether these words may be an athlete: 15 by calendar birthday, resident in one of the 43 countries (D9, D10, D78). */
export function checkAthlete(
  { birthDate, countryCode }: { birthDate: string; countryCode: string },
  now: Moment,
): Result<true> {
  const birth = checkBirthDate(birthDate, now)
  if (!birth.ok) return birth
  return isResidence(countryCode) ? done(true) : refuse('unknown-country')
}

/** join-fan: what a fan tells of themselves, with the password they chose; the handles are optional (S2-5.16, S2-5.17). */
export const joinFanCall = z.strictObject({
  person: asker,
  username: typedUsername,
  password: typedPassword,
  networks: z.optional(networks),
})
export type JoinFanCall = Infer<typeof joinFanCall>
