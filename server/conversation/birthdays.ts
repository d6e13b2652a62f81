import type { Context } from '../context.ts'
import { inOneStatement } from '../db/transaction.ts'

/** So many birthdays at a time; a day that is many people's takes a few minutes. */
const BIRTHDAYS_AT_ONCE = 500

/**
 * Whoever has come of another age is shown with it from now on: their athletes' devices are told, in the same
 * transaction (D10, D104). Nothing hangs on how late it runs; a trigger keeps the age, and the day it changes.
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
