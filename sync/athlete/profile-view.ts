import { id, z } from '../shape.ts'

/**
 * The `profile-view` call: reports that a visitor has opened an athlete's profile. It carries no cookies and
 * nothing about the visitor; the athlete sees the number of views per day.
 */
export const profileViewCall = z.strictObject({ athleteId: id })
