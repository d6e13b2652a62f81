import type { Queryable } from '../../db/sql.ts'
import { type Period, secondOf } from './period.ts'

/**
 * Says until when the books have what the provider moves by itself. The last nightly comparison that reached the
 * provider, and found none of these movements missing, took them in. Until one has run after the end of a period, the
 * period's figures may change.
 */
export async function takenInWords(sql: Queryable, { to }: Period): Promise<string> {
  const [last] = await sql<{ at: Date }[]>`
    select at from reconciliation where breaks is not null
      and not jsonb_path_exists(breaks, '$[*] ? (@.sourceId starts with "txn_" && @.ourCents == null)')
    order by id desc limit 1`
  if (!last) return "The provider's own movements are not in yet, and may still change these figures."
  const said = `The provider's own movements are in up to ${secondOf(last.at)} UTC.`
  return last.at >= to ? said : `${said} Later ones may still change these figures.`
}
