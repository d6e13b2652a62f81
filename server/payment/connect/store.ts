import type { PayoutAccountState } from '../../../sync/payment/payout-account.ts'
import type { Queryable, Tx } from '../../db/sql.ts'
import { InternalError } from '../../log.ts'

/** An athlete's account at the provider; `accountId` is null until the provider has made it. */
export type PayoutAccount = {
  id: string
  personId: string
  countryCode: string
  accountId: string | null
  state: PayoutAccountState
}

const columns = (sql: Queryable) => sql`
  id, person_id as "personId", country_code as "countryCode", account_id as "accountId", state`

/**
 * Returns an athlete's latest account. One that the provider refused in a country that is no longer the profile's does
 * not count, because the provider may open one in the corrected country.
 */
export async function accountOf(sql: Queryable, personId: string): Promise<PayoutAccount | null> {
  const [account] = await sql<PayoutAccount[]>`
    select ${columns(sql)} from payout_account where person_id = ${personId}
      and (state <> 'refused' or country_code = (select p.country_code from person p where p.id = ${personId}))
    order by created_at desc, id limit 1`
  return account ?? null
}

/** Returns the account with this row id. */
export async function accountById(sql: Queryable, id: string): Promise<PayoutAccount | null> {
  const [account] = await sql<PayoutAccount[]>`select ${columns(sql)} from payout_account where id = ${id}`
  return account ?? null
}

/** Returns our row for an account id of the provider. */
export async function accountOfProvider(sql: Queryable, accountId: string): Promise<PayoutAccount | null> {
  const [account] = await sql<PayoutAccount[]>`
    select ${columns(sql)} from payout_account where account_id = ${accountId}`
  return account ?? null
}

/** Locks the account until the transaction ends, and returns it. */
export async function lockAccount(tx: Tx, id: string): Promise<PayoutAccount> {
  const [account] = await tx<PayoutAccount[]>`
    select ${columns(tx)} from payout_account where id = ${id} for update`
  if (!account) throw new InternalError(`there is no payout account ${id}`)
  return account
}

/** Returns the country of a person's profile, or '' when it names none. */
export async function countryOf(sql: Queryable, personId: string): Promise<string> {
  const [person] = await sql<{ countryCode: string | null }[]>`
    select country_code as "countryCode" from person where id = ${personId}`
  return person?.countryCode ?? ''
}
