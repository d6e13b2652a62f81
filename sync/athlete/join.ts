import { asker, checkBirthDate } from '../account/asker.ts'
import { typedPassword, typedUsername } from '../account/typed.ts'
import { PICTURE_LIMITS } from '../media/picture.ts'
import type { Moment } from '../moment.ts'
import { done, type Result, refuse } from '../result.ts'
import { type Infer, z } from '../shape.ts'
import { athleteProfile, networks } from './profile.ts'
import { isResidence } from './residence.ts'

/** A sign-up code as typed; only the server knows whether it is the valid one (D28). */
const typedCode = z.string().check(z.maxLength(100))

/** The `signup-code` call: checks whether a code allows signing up as an athlete (S2-5.1). */
export const signupCodeCall = z.strictObject({ code: typedCode })

/**
 * The `join-athlete` call: everything on the form "Create an account" except the pictures, which follow (S2-5.4,
 * D53, D100).
 */
export const joinAthleteCall = z.strictObject({
  code: typedCode,
  person: asker,
  username: typedUsername,
  password: typedPassword,
  profile: athleteProfile,
  /** How many cover pictures will follow, in addition to the profile picture. */
  covers: z.int().check(z.minimum(0), z.maximum(PICTURE_LIMITS.covers)),
})
export type JoinAthleteCall = Infer<typeof joinAthleteCall>

/** The `desk/signup-code` call: makes a new code, shown only this once; every earlier code stops working. */
export const rotateSignupCodeCall = z.strictObject({})
export type RotateSignupCodeAnswer = { code: string }

/**
 * Checks whether a person with these details may be an athlete: 15 by calendar birthday, resident in one of the
 * 43 countries (D9, D10, D78).
 */
export function checkAthlete(
  { birthDate, countryCode }: { birthDate: string; countryCode: string },
  now: Moment,
): Result<true> {
  const birth = checkBirthDate(birthDate, now)
  if (!birth.ok) return birth
  return isResidence(countryCode) ? done(true) : refuse('unknown-country')
}

/**
 * The `join-fan` call: the details a fan gives, with the chosen password; the handles are optional (S2-5.16,
 * S2-5.17).
 */
export const joinFanCall = z.strictObject({
  person: asker,
  username: typedUsername,
  password: typedPassword,
  networks: z.optional(networks),
})
export type JoinFanCall = Infer<typeof joinFanCall>
