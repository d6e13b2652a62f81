import type { CreatorsAnswer } from '../../sync/desk/lists.ts'
import type { Context } from '../context.ts'

const MOST = 20

/** Returns athletes by the first letters of their username or part of their name, listed or not (S2-2.110). */
export async function listCreators({ sql }: Context, q: string): Promise<CreatorsAnswer> {
  const typed = q
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
  const creators = await sql<CreatorsAnswer['creators']>`
    select id, username, first_name || ' ' || last_name as name from person
    where role = 'creator' and username is not null
      and (username like ${`${typed}%`} or directory_text like ${`%${typed}%`})
    order by username limit ${MOST}`
  return { creators: [...creators] }
}
