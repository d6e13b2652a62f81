import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { AthleteRow } from './store.ts'

/** What anyone may see of an athlete (S1-7.4, D39). */
export function publicAthlete(row: AthleteRow): PublicAthlete {
  return {
    id: row.id,
    username: row.username,
    firstName: row.firstName,
    lastName: row.lastName,
    sport: row.sport,
    position: row.position,
    bio: row.bio,
    achievements: row.achievements,
    interests: row.interests,
    tags: row.tags,
    city: row.city,
    countryCode: row.countryCode,
    priceCents: row.priceCents,
    promo: row.promo,
    paused: row.paused,
    pictureUrl: row.pictureUrl,
    ratingTotal: row.ratingTotal,
    ratingCount: row.ratingCount,
  }
}
