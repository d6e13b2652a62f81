import { NOBODY } from '../../sync/account/mine.ts'
import type { ConversationDocument, Partner } from '../../sync/collections.ts'
import { orderOf } from '../../sync/moment.ts'
import type { Sql, Tx } from '../db/sql.ts'

/**
 * Returns the columns that the feed reads of a conversation, with both sides; a reader sees only the other one.
 * `page.id` names the conversation.
 */
export function conversationColumns(sql: Sql | Tx) {
  return sql`
    select c.id, c.fan_id as "fanId", c.athlete_id as "athleteId", c.created_at as "createdAt", c.updated_at as "updatedAt",
      to_jsonb(fan) as fan, to_jsonb(athlete) as athlete
    from conversation c
    cross join lateral (select p.id, p.role, p.first_name, p.last_name, p.username, p.sport, p.city, p.country_code,
      p.shown_age, p.picture_url, p.leaving_at is not null as gone from person p where p.id = c.fan_id) fan
    cross join lateral (select p.id, p.role, p.first_name, p.last_name, p.username, p.sport, p.city, p.country_code,
      null as shown_age, p.picture_url, p.leaving_at is not null as gone from person p where p.id = c.athlete_id) athlete
    where c.id = page.id`
}

type Side = {
  id: string
  role: string
  first_name: string
  last_name: string
  username: string | null
  sport: string | null
  city: string | null
  country_code: string | null
  /** Whole years; 17 stands for every age under 18. */
  shown_age: number | null
  picture_url: string | null
  /** Whether this person is leaving or has left, so that a placeholder name is shown. */
  gone: boolean
}
type Row = {
  id: string
  fanId: string
  athleteId: string
  createdAt: Date
  updatedAt: Date
  fan: Side
  athlete: Side
}

/**
 * Returns a conversation with the partner as this reader may know them: a minor's age, city, username and picture stay
 * hidden (D12, D104).
 */
export function conversationDocument(raw: Record<string, unknown>, reader: string): ConversationDocument {
  const row = raw as Row
  return {
    id: row.id,
    users: [row.fanId, row.athleteId],
    partner: reader === row.athleteId ? fanPartner(shown(row.fan)) : athletePartner(shown(row.athlete)),
    createdAt: row.createdAt.getTime(),
    order: orderOf(row.updatedAt.getTime()),
  }
}

/** Returns a side as it may be shown; a person who has left keeps only the id that other rows refer to. */
function shown(side: Side): Side {
  if (!side.gone) return side
  const nothing = {
    username: null,
    sport: null,
    city: null,
    country_code: null,
    shown_age: null,
    picture_url: null,
  }
  return { ...side, ...nothing, first_name: NOBODY.firstName, last_name: NOBODY.lastName }
}

function fanPartner(fan: Side): Partner {
  const { shown_age: age } = fan
  const minor = age !== null && age < 18
  return {
    ...shared(fan),
    // The athlete sees only the initial of a fan's surname; the name of one who has left is nobody's.
    lastName: fan.gone ? fan.last_name : initialOf(fan.last_name),
    sport: null,
    // A chosen username often tells the surname, and where else to find its owner.
    username: minor ? null : fan.username,
    city: minor ? null : fan.city,
    pictureUrl: minor ? null : fan.picture_url,
    age: minor ? 'under 18' : age,
  }
}

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Returns the first character as people see it, which in some scripts is several code points. */
function initialOf(name: string): string {
  const [first] = CHARACTERS.segment(name)
  return first?.segment ?? ''
}

function athletePartner(athlete: Side): Partner {
  return {
    ...shared(athlete),
    lastName: athlete.last_name,
    sport: athlete.sport,
    city: athlete.city,
    age: null,
  }
}

function shared(
  side: Side,
): Pick<Partner, 'id' | 'role' | 'firstName' | 'username' | 'countryCode' | 'pictureUrl'> {
  return {
    id: side.id,
    role: side.role,
    firstName: side.first_name,
    username: side.username,
    countryCode: side.country_code ?? '',
    pictureUrl: side.picture_url,
  }
}
