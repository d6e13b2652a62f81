import type { Queryable } from '../db/sql.ts'

/**
 * Returns the joins that find the row with the address of a mail `m` to somebody who may have no account: a sign-up,
 * a request for somebody's data, a leaving, an invitation to the team or a change of address.
 */
export const ownAddressRows = (sql: Queryable) => sql`
  left join joining j on j.id = (m.data ->> 'joinId')::uuid
  left join mine_link own on own.id = (m.data ->> 'addressIn')::uuid
  left join leaving v on v.id = (m.data ->> 'addressIn')::uuid
  left join team_invite t on t.id = (m.data ->> 'addressIn')::uuid
  left join email_change e on e.id = (m.data ->> 'addressIn')::uuid`

/**
 * Returns the address in these rows, null where none keeps it. A change of address is confirmed at the new address
 * and announced at the old one.
 */
export const ownAddress = (sql: Queryable) => sql`
  coalesce(j.email, own.email, v.email, nullif(t.email, ''),
    case when m.kind = 'email-changed' then e.former_email else e.email end)`
