import type { SessionAnswer } from '../../sync/calls.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { csrfToken } from '../http/csrf.ts'
import { InternalError } from '../log.ts'
import { personById } from './person.ts'

/** Returns the answer to GET `session`: who the caller is, and what the app needs to know about the server (D46). */
export async function answerSession(
  context: Pick<Context, 'sql' | 'env' | 'secrets' | 'converter'>,
  caller: Caller,
  vapidPublicKey: string,
): Promise<SessionAnswer> {
  const { sql, env, secrets } = context
  const [person, [server]] = await Promise.all([
    caller.personId ? personById(sql, caller.personId) : null,
    sql<{ now: Date; epoch: string }[]>`select app_now() as now, app_epoch() as epoch`,
  ])
  if (!server) throw new InternalError('the database told no time')
  return {
    person: person && { ...namedPerson(person), keptAt: await keptAtOf(sql, person.id) },
    guest: caller.guestId !== null,
    csrf: csrfToken(secrets, caller),
    payments: env.stripe
      ? { mode: 'stripe', publishableKey: env.stripe.publishableKey }
      : { mode: 'stand-in' },
    vapidPublicKey,
    supportEmail: env.supportEmail,
    canConvert: context.converter != null,
    now: server.now.getTime(),
    epoch: server.epoch,
    protocol: PROTOCOL,
  }
}

/** Returns when a leaving member kept the account by signing in again, if that was within the last day; else null. */
async function keptAtOf(sql: Context['sql'], personId: string): Promise<number | null> {
  const [row] = await sql<{ keptAt: Date }[]>`
    select kept_at as "keptAt" from leaving where person_id = ${personId} and kept_at > app_now() - interval '1 day'
    order by kept_at desc limit 1`
  return row?.keptAt.getTime() ?? null
}

function namedPerson(person: NamedPerson): NamedPerson {
  const { id, role, deskRole, firstName, lastName, username, email, birthDate, countryCode, city } = person
  return { id, role, deskRole, firstName, lastName, username, email, birthDate, countryCode, city }
}
type NamedPerson = Omit<NonNullable<SessionAnswer['person']>, 'keptAt'>
