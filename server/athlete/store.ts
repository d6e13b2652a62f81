import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type DirectoryFilter, PRICES, WITHIN } from '../../sync/athlete/directory.ts'
import {
  asTyped,
  type DirectoryTerms,
  directoryTerms,
  isOnlyAsTyped,
  soughtWords,
  UNKNOWN_MINUTES,
} from '../../sync/athlete/directory-rule.ts'
import { escapeLike } from '../db/pages.ts'
import type { Sql, Tx } from '../db/sql.ts'

/** An athlete's row, with the fields that the rules need. */
export type AthleteRow = Omit<PublicAthlete, 'pausedUntil'> & {
  authId: string | null
  role: string
  email: string
  pausedUntil: Date | null
  listed: boolean
  noGoTopics: string | null
}

const columns = (sql: Sql | Tx) => sql`
  p.id, p.auth_id as "authId", p.role, p.username, p.first_name as "firstName", p.last_name as "lastName", p.email,
  coalesce(p.sport, '') as sport, p.position, p.bio, p.achievements, p.interests, p.tags, coalesce(p.city, '') as city,
  coalesce(p.country_code, '') as "countryCode", p.price_cents as "priceCents", p.promo, p.paused,
  p.paused_until as "pausedUntil", p.listed and p.leaving_at is null and p.role in ('creator', 'test') as listed,
  p.picture_url as "pictureUrl", p.cover_urls as "coverUrls", p.instagram, p.tiktok, p.x, p.tiktok_embeds as "tiktokEmbeds",
  (select minutes from typical_answer where athlete_id = p.id) as "answerMinutes", p.rating_total as "ratingTotal", p.rating_count as "ratingCount", p.no_go_topics as "noGoTopics"`

export async function athleteById(sql: Sql | Tx, id: string): Promise<AthleteRow | null> {
  const [row] = await sql<AthleteRow[]>`
    select ${columns(sql)} from person p where p.id = ${id} and p.username is not null`
  return row ?? null
}

/** Returns an athlete or tester by username. Test requests start from a tester's page (D51), which no list shows. */
export async function athleteByUsername(sql: Sql | Tx, username: string): Promise<AthleteRow | null> {
  const [row] = await sql<AthleteRow[]>`
    select ${columns(sql)} from person p where p.username = ${username} and p.role in ('creator', 'test')`
  return row ?? null
}

type DirectoryPage = { filter: DirectoryFilter; limit: number }
/** The last athlete of the previous page: the sort key and the username. */
export type DirectoryPlace = { key: number | string; username: string }

/**
 * How many names are read in order before the search index is used; where many athletes match, a page is found
 * among them.
 */
const NEAR = 1_000

const offered = (sql: Sql | Tx, { price, within }: DirectoryFilter) => sql`
  p.role = 'creator' and p.listed and not p.paused and p.leaving_at is null
  and ${price === null ? sql`true` : sql`coalesce(p.price_cents, 0) <= ${PRICES[price]}`}
  and ${
    within === null
      ? sql`true`
      : sql`p.id in (select athlete_id from typical_answer where minutes <= ${WITHIN[within]})`
  }`

/**
 * Returns listed athletes after a place, in the order of the filter, who match all terms; paused ones are not in
 * the directory (D71). By name, it tries reading in order first and then the index, because in order is slow
 * where few match, and the index where nearly all do.
 */
export async function athletesAfter(
  sql: Sql | Tx,
  place: DirectoryPlace,
  { filter, limit }: DirectoryPage,
): Promise<AthleteRow[]> {
  const terms = directoryTerms(filter)
  if (filter.sort !== 'name') return athletesBy(sql, place, { filter, limit })
  const name = sql`directory_name(p.first_name, p.last_name) collate "C"`
  const listed = sql`${offered(sql, filter)} and (${name}, p.username) > (${place.key}, ${place.username})`
  if (terms.anywhere.length + terms.inTags.length === 0)
    return sql<
      AthleteRow[]
    >`select ${columns(sql)} from person p where ${listed} order by ${name}, p.username limit ${limit}`
  const near = await sql<AthleteRow[]>`
    select ${columns(sql)} from (select * from person p where ${listed} order by ${name}, p.username limit ${NEAR}) p
    where ${sought(sql, terms)} order by ${name}, p.username limit ${limit}`
  if (near.length === limit) return near
  return sql<AthleteRow[]>`
    with found as materialized (
      select ${name} as name, p.username from person p where ${listed} and ${sought(sql, terms)})
    select ${columns(sql)} from (select name, username from found order by name, username limit ${limit}) f
    join person p using (username) order by f.name, p.username`
}

/** Returns athletes by price or by the usual time to an answer. It reads all of them, which is fine for thousands. */
function athletesBy(sql: Sql | Tx, { key, username }: DirectoryPlace, { filter, limit }: DirectoryPage) {
  const by =
    filter.sort === 'price'
      ? sql`coalesce(p.price_cents, 0)`
      : sql`coalesce((select minutes from typical_answer where athlete_id = p.id), ${UNKNOWN_MINUTES})`
  return sql<AthleteRow[]>`
    select ${columns(sql)} from person p
    where ${offered(sql, filter)} and ${sought(sql, directoryTerms(filter))} and (${by}, p.username) > (${key}, ${username})
    order by ${by}, p.username limit ${limit}`
}

/** How many near matches are read at most, because the rule compares each of them word by word. */
const NEAR_MOST = 200
/** Less than the rule requires, because the rule compares word by word. */
const NEAR_ENOUGH = '0.25'

/**
 * Returns the athletes whose text may contain the search with a typing error, for the rule to check. The threshold
 * of `<%` is set for this transaction alone.
 */
export async function athletesNear(tx: Tx, filter: DirectoryFilter): Promise<AthleteRow[]> {
  const near = soughtWords(filter).reduce(
    (sum, word) => tx`${sum} + word_similarity(${word}, p.directory_text)`,
    tx`0`,
  )
  await tx`select set_config('pg_trgm.word_similarity_threshold', ${NEAR_ENOUGH}, true)`
  return tx<AthleteRow[]>`
    select ${columns(tx)} from person p where ${mayBeMeant(tx, filter)}
    order by ${near} desc, p.username limit ${NEAR_MOST}`
}

/**
 * Makes the condition on those athletes. A word that the rule takes only as typed is looked for like that, and any
 * other one by `<%`, because `word_similarity` in a condition would read every athlete instead of the search index.
 * So would `<%` of a word without three-letter groups, such as one of letters that the database's locale does not
 * know: it is near nobody, and the database learns that before it reads.
 */
export function mayBeMeant(sql: Sql | Tx, filter: DirectoryFilter) {
  const tags = sought(sql, directoryTerms({ ...filter, q: '' }))
  return soughtWords(filter).reduce(
    (all, word) =>
      isOnlyAsTyped(word)
        ? sql`${all} and p.directory_text like ${`%${escapeLike(asTyped(word))}%`}`
        : sql`${all} and ${word}::text <% p.directory_text and show_trgm(${word}) <> '{}'`,
    sql`${offered(sql, filter)} and ${tags}`,
  )
}

/** Makes one condition for each group of texts: the athlete's text contains any of them. */
function sought(sql: Sql | Tx, { anywhere, inTags }: DirectoryTerms) {
  const groups = [...anywhere.map(anywhereIn), ...inTags.map(amongTags)]
  return groups.reduce((all, patterns) => {
    const [first = '', ...others] = patterns
    const any = others.reduce(
      (left, each) => sql`${left} or p.directory_text like ${each}`,
      sql`p.directory_text like ${first}`,
    )
    return sql`${all} and (${any})`
  }, sql`true`)
}

const anywhereIn = (texts: string[]) => texts.map((text) => `%${escapeLike(text)}%`)
/** The tags follow the first bar. */
const amongTags = (texts: string[]) => texts.map((text) => `%|%${escapeLike(text)}%`)

export async function countAddresses(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from person p where p.role = 'creator' and p.listed and not p.paused and p.leaving_at is null`
  return row?.n ?? 0
}

export function addressesAt(sql: Sql, { skip, limit }: { skip: number; limit: number }) {
  return sql<{ username: string; day: string }[]>`
    select username, to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD') as day from person p
    where p.role = 'creator' and p.listed and not p.paused and p.leaving_at is null and p.username is not null
    order by username offset ${skip} limit ${limit}`
}
