import { foldText } from '../../sync/athlete/directory-rule.ts'
import type { CreatorsAnswer } from '../../sync/desk/lists.ts'
import type { Context } from '../context.ts'
import { escapeLike } from '../db/pages.ts'

const MOST = 20

/**
 * Returns athletes by the first letters of their username or part of their name, listed or not (S2-2.110). The one
 * with exactly this username comes first.
 */
export async function listCreators({ sql }: Context, q: string): Promise<CreatorsAnswer> {
  const typed = foldText(q.trim())
  const like = escapeLike(typed)
  const creators = await sql<CreatorsAnswer['creators']>`
    select id, username, first_name || ' ' || last_name as name from person
    where role = 'creator' and username is not null
      and (username like ${`${like}%`} or directory_text like ${`%${like}%`})
    order by username = ${typed} desc, username limit ${MOST}`
  return { creators: [...creators] }
}
