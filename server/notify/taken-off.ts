import type { Queryable, Statement } from '../db/sql.ts'

/**
 * How many cents the code of an ask took off its price, less what was offered on top; null where no code lowered it
 * (D27), or where its athlete took nothing at all. `id` and `amountCents` are columns of the query around it.
 */
export const takenOffColumn = (sql: Queryable, id: Statement, amountCents: Statement) => sql`(
  select coded.price_cents - ${amountCents} from prepared_ask coded
  where coded.id = ${id} and coded.discount_code_id is not null and ${isSold(sql)})`

/** Which code lowered the price of the question `q`, by the team's name for it, and by how many cents; else null. */
export const discountColumn = (sql: Queryable) => sql`(
  select json_build_object('label', code.label, 'takenOffCents', coded.price_cents - q.amount_cents)
  from prepared_ask coded join discount_code code on code.id = coded.discount_code_id
  where coded.id = q.id and ${isSold(sql)})`

/** A free answer (D5) makes the amount nothing, which is no work of a code. */
const isSold = (sql: Queryable) => sql`not exists (
  select from answer given where given.question_id = coded.id and given.gift and given.state = 'delivered')`
