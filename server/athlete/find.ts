import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { type DirectoryFilter, NO_FILTER } from '../../sync/athlete/directory.ts'
import { directoryTerms } from '../../sync/athlete/directory-rule.ts'
import type { AthletesAnswer } from '../../sync/calls.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import type { Context } from '../context.ts'
import type { Tx } from '../db/sql.ts'
import { type AthleteRow, athleteById, athleteByUsername, athletesAfter } from './store.ts'
import { publicAthlete } from './visible.ts'

const PAGE = 48

const USERNAME = /^[a-z0-9]{1,15}$/

/**
 * A page of the directory by username, narrowed to what is searched for (S1-7.3, S1-4.30); after a name that is none it
 * begins at the start.
 */
export async function listAthletes(
  { sql }: Context,
  { after = '', filter = NO_FILTER }: { after?: string; filter?: DirectoryFilter } = {},
): Promise<AthletesAnswer> {
  const from = USERNAME.test(after) ? after : ''
  const rows = await athletesAfter(sql, from, { terms: directoryTerms(filter), limit: PAGE + 1 })
  const page = rows.slice(0, PAGE)
  return {
    athletes: page.map(publicAthlete),
    after: rows.length > PAGE ? (page.at(-1)?.username ?? null) : null,
  }
}

/** One athlete's public profile; paused ones stay reachable (S1-7.4, D71). Refuses `not-found`. */
export async function findAthlete({ sql }: Context, username: string): Promise<Result<PublicAthlete>> {
  const row = USERNAME.test(username) ? await athleteByUsername(sql, username) : null
  return row?.listed ? done(publicAthlete(row)) : refuse('not-found')
}

/** The athlete a question is for, with what the rules ask of them. */
export function getAthlete(tx: Tx, id: string): Promise<AthleteRow | null> {
  return athleteById(tx, id)
}
