import type { Queryable, Statement } from '../db/sql.ts'

/**
 * A column with how many cents the code of an ask took off its price, less any amount the fan added. It is null
 * when no code lowered the price (D27), or when the athlete gave the answer for free. `id` and `amountCents` are
 * columns of the surrounding query.
 */
export const takenOffColumn = (sql: Queryable, id: Statement, amountCents: Statement) => sql`(
  select coded.price_cents - ${amountCents} from prepared_ask coded
  where coded.id = ${id} and coded.discount_code_id is not null and ${isSold(sql)})`

/**
 * A column with the code that lowered the price of question `q`: its label and how many cents it took off;
 * otherwise null.
 */
export const discountColumn = (sql: Queryable) => sql`(
  select json_build_object('label', code.label, 'takenOffCents', coded.price_cents - q.amount_cents)
  from prepared_ask coded join discount_code code on code.id = coded.discount_code_id
  where coded.id = q.id and ${isSold(sql)})`

/** Whether the answer was not given for free (D5), because then the amount of zero is not a code's effect. */
const isSold = (sql: Queryable) => sql`not exists (
  select from answer given where given.question_id = coded.id and given.gift and given.state = 'delivered')`
