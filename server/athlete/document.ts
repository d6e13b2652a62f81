import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { PersonDocument } from '../../sync/collections.ts'
import type { Queryable } from '../db/sql.ts'
import type { AthleteRow } from './store.ts'

/** Returns the public view of an athlete (S1-7.4, D39). */
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
    pausedUntil: row.paused ? (row.pausedUntil?.getTime() ?? null) : null,
    pictureUrl: row.pictureUrl,
    coverUrls: row.coverUrls,
    instagram: row.instagram,
    tiktok: row.tiktok,
    x: row.x,
    tiktokEmbeds: row.tiktokEmbeds,
    answerMinutes: row.answerMinutes,
    ratingTotal: row.ratingTotal,
    ratingCount: row.ratingCount,
  }
}

type Profile = NonNullable<PersonDocument['profile']>
/** A person as their own devices see them, still as columns. */
type PersonRow = Omit<PersonDocument, 'profile'> & Omit<Profile, 'pause'> & { pausedUntil: Date | null }

/** Returns the columns of a person `p` that only this person may read. */
export function ownColumns(sql: Queryable) {
  return sql`
    p.id, p.role, p.username, p.first_name as "firstName", p.last_name as "lastName", p.email, p.sport,
    p.price_cents as "priceCents", p.paused, p.picture_url as "pictureUrl", p.cover_urls as "coverUrls", p.city, p.country_code as "countryCode",
    p.instagram, p.tiktok, p.x, p.position, p.bio, p.achievements, p.interests, p.no_go_topics as "noGoTopics",
    p.payout_handle as "payoutHandle", p.paused_until as "pausedUntil", p.profile_revision as revision,
    (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'place', r.place, 'state', r.state, 'note', r.note,
        'pictureId', r.picture_id) order by r.place = 'profile' desc, r.place), '[]')
      from picture_request r where r.person_id = p.id and r.state in ('asked', 'brought')) as "pictureRequests"`
}

export function personColumns(sql: Queryable) {
  return sql`select ${ownColumns(sql)} from person p where p.id = page.id`
}

/**
 * Returns a person's own document; only this person reads it, so it contains the email address and the no-go
 * topics.
 */
export function personDocument(row: Record<string, unknown>): PersonDocument & { profile: Profile } {
  const { pausedUntil, ...told } = row as unknown as PersonRow
  const { id, role, username, email, pictureUrl, coverUrls, pictureRequests, paused } = told
  const { firstName, lastName, sport, priceCents } = told
  const profile: Profile = {
    firstName,
    lastName,
    city: told.city,
    countryCode: told.countryCode,
    instagram: told.instagram,
    tiktok: told.tiktok,
    x: told.x,
    sport,
    position: told.position,
    bio: told.bio,
    achievements: told.achievements,
    interests: told.interests,
    noGoTopics: told.noGoTopics,
    priceCents,
    payoutHandle: told.payoutHandle,
    pause: paused ? { until: pausedUntil?.getTime() ?? null } : null,
    revision: told.revision,
  }
  return {
    id,
    role,
    username,
    firstName,
    lastName,
    email,
    sport,
    priceCents,
    paused,
    pictureUrl,
    coverUrls,
    pictureRequests,
    profile,
  }
}
