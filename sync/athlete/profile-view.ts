import { id, z } from '../shape.ts'

/**
 * profile-view: somebody has an athlete's profile before them. It says nothing of who that is, and goes without cookies;
 * the athlete is told how many there were on a day.
 */
export const profileViewCall = z.strictObject({ athleteId: id })
