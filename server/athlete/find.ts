import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { DirectoryFilter } from '../../sync/athlete/directory.ts'
import { nearestFirst, orderKey } from '../../sync/athlete/directory-rule.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/sql.ts'
import { inSnapshot } from '../db/transaction.ts'
import { guessLimits } from '../http/rate-limit.ts'
import { publicAthlete } from './document.ts'
import {
  type AthleteRow,
  athleteById,
  athleteByUsername,
  athletesAfter,
  athletesNear,
  type DirectoryPlace,
} from './store.ts'

const PAGE = 48

const USERNAME = /^[a-z0-9]{1,15}$/

/** The form of a place, where the next page begins: the sort key and the username of the last athlete. */
const PLACE = /^([^\p{Cc}]{0,1400})\.([a-z0-9]{1,15})$/u
const KEY = /^\d{1,9}$/

/** The limit for searches that nobody matches as typed, because those who come near are compared word by word. */
const NEAR_SEARCHES = { max: 60, windowS: 60 } as const

/** A search of the directory, and the client's address, by which searches for near matches are counted. */
type Search = { after?: string | undefined; filter: DirectoryFilter; address: string }

/**
 * Returns a page of the directory in its order, narrowed by a filter (S1-7.3, S1-4.30); with an invalid place,
 * the first page. If nobody matches the search as typed, it returns those who nearly match, in one page. Refuses
 * `too-many-requests` to whoever makes too many such searches.
 */
export async function listAthletes(
  context: Context,
  { after = '', filter, address }: Search,
): Promise<Result<AthletesAnswer>> {
  const { sql } = context
  const place = readPlace(after, filter)
  const rows = await athletesAfter(sql, place, { filter, limit: PAGE + 1 })
  const page = rows.slice(0, PAGE).map(publicAthlete)
  if (page.length === 0 && place.username === '' && filter.q !== '') {
    const counted = await guessLimits(context)('directory near', address, NEAR_SEARCHES)
    return counted.ok ? done(await nearest(sql, filter)) : counted
  }
  const last = rows.length > PAGE ? page.at(-1) : undefined
  return done({ athletes: page, after: last ? placeOf(last, filter) : null, isNear: false })
}

function placeOf(athlete: PublicAthlete, filter: DirectoryFilter): string {
  return `${orderKey(athlete, filter)}.${athlete.username}`
}

function readPlace(after: string, { sort }: DirectoryFilter): DirectoryPlace {
  const [, key = '', username = ''] = PLACE.exec(after) ?? []
  if (sort === 'name') return { key, username }
  return KEY.test(key) ? { key: Number(key), username } : { key: -1, username: '' }
}

async function nearest(sql: Context['sql'], filter: DirectoryFilter): Promise<AthletesAnswer> {
  const rows = await inSnapshot(sql, (tx) => athletesNear(tx, filter))
  const athletes = nearestFirst(rows.map(publicAthlete), filter).slice(0, PAGE)
  return { athletes, after: null, isNear: athletes.length > 0 }
}

/** Returns one athlete's public profile; paused ones stay reachable (S1-7.4, D71). Refuses `not-found`. */
export async function findAthlete({ sql }: Context, username: string): Promise<Result<PublicAthlete>> {
  const row = USERNAME.test(username) ? await athleteByUsername(sql, username) : null
  return row?.listed ? done(publicAthlete(row)) : refuse('not-found')
}

/** Returns the athlete a question is for, with the fields that the rules need. */
export function getAthlete(tx: Tx, id: string): Promise<AthleteRow | null> {
  return athleteById(tx, id)
}
