import type { DeskRole, Role } from '../../sync/roles.ts'
import type { Queryable } from '../db/sql.ts'

/** A person as the server's functions need it; never sent to a client as it is. */
export type Person = {
  id: string
  authId: string | null
  role: Role
  deskRole: DeskRole | null
  username: string | null
  firstName: string
  lastName: string
  email: string
  birthDate: string | null
  city: string | null
  countryCode: string | null
}

/** Returns the person with an id, or null; works inside a transaction or outside. */
export async function personById(on: Queryable, id: string): Promise<Person | null> {
  const [row] = await on<Person[]>`
    select id, auth_id as "authId", role, desk_role as "deskRole", username, first_name as "firstName", last_name as "lastName", email,
      birth_date as "birthDate", city, country_code as "countryCode"
    from person where id = ${id}`
  return row ?? null
}
