import type { Context } from '../context.ts'
import { inOneStatement } from '../db/transaction.ts'

/** How many birthdays one run handles; a day with very many birthdays takes a few minutes. */
const BIRTHDAYS_AT_ONCE = 500

/**
 * Updates the age of people whose birthday has come, and tells their athletes' devices in the same transaction
 * (D10, D104). It may run late without harm, because a trigger keeps the age and the day it changes next.
 */
export async function keepBirthdays({ sql }: Context): Promise<void> {
  await inOneStatement(
    sql,
    (one) => one`
      update person set birth_date = birth_date where id in (
        select id from person where shown_age_until <= (app_now() at time zone 'utc')::date
        order by id limit ${BIRTHDAYS_AT_ONCE} for no key update skip locked)`,
  )
}
