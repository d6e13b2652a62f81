import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberPapers } from '../payment/books/number-papers.ts'
import { type Actors, answered, asked, askOf, openCast, prepare, signedIn } from '../testing/actors.ts'
import type { Person, World } from '../testing/world.ts'
import { ownRows } from './own-rows.ts'

/**
 * Every list of the copy, with what one row of it says. Written by hand: a list that is left out, or stays empty, is
 * found by its line here.
 */
const KNOWN = {
  profile: 'known bio',
  sessions: 'known browser',
  'sign-ins-and-changes': 'known network',
  passkeys: 'known key',
  'address-changes': 'known-next@own.test',
  devices: '2021-03-04',
  'unsent-questions': 'known unsent subject',
  'as-you-asked': 'Known City',
  'asked-with-your-address': 'known claim',
  'pictures-asked-for': 'known note',
  cards: 'known reason',
  'blocked-from-asking': '2021-04-05',
  'shared-links': 'known link',
  ratings: 'known feedback on an answer',
  'profile-views': '4711',
  'messages-to-the-team': 'known message',
  'feedback-to-the-team': 'known feedback to the team',
  applications: 'known application',
  mails: 'ask-received',
  'notified-devices': 'known.push.test',
  'card-holds': '1500',
  tips: '471',
  refunds: '347',
  receipts: 'ch_',
  'credit-notes': '4712',
  'payout-changes': '@known',
  'payout-accounts': 'acct_known',
  payouts: 'known period',
  money: 'capture',
}

let world: World
let actors: Actors
let copies: { of: Person; lists: Record<string, string> }[]
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
  const fan = await world.makePerson({ role: 'basic' })
  const athlete = await world.makePerson({ role: 'creator', priceCents: 1_500 })
  const stranger = await world.makePerson({ role: 'creator' })
  const questionId = await ask(fan, athlete)
  await fillAccount(fan)
  await fillQuestion(questionId)
  await fillAthlete(athlete)
  copies = await Promise.all([fan, athlete, stranger].map(copyOf))
})
afterAll(() => world.end())

const askerOf = ({ email }: Person) => ({
  firstName: 'Kim',
  lastName: 'Lee',
  birthDate: '1999-05-05',
  countryCode: 'US',
  city: 'Known City',
  email,
})

/** Asks and is answered, prepares another question, and is asked with by a stranger; returns the answered one. */
async function ask(fan: Person, athlete: Person): Promise<string> {
  const own = { ...actors, athlete }
  const asker = askerOf(fan)
  const phone = await signedIn(world, fan)
  const { questionId } = await answered(own, { asker }, phone)
  await prepare(phone, askOf(own, { asker, subject: 'known unsent subject' }))
  await asked(own, { asker, subject: 'known claim' })
  return questionId
}

/** Writes what belongs to an account. */
async function fillAccount({ id, email }: Person): Promise<void> {
  const { sql } = world.database
  const [account] = await sql<{ userId: string }[]>`select auth_id as "userId" from person where id = ${id}`
  const userId = account?.userId ?? ''
  await sql`update auth.session set "userAgent" = 'known browser' where "userId"::text = ${userId}`
  await sql`update person set bio = 'known bio' where id = ${id}`
  await sql`
    insert into security_event (event, outcome, person_id, came_from) values ('sign-in', 'done', ${id}, 'known network')`
  await sql`
    insert into passkey (id, user_id, public_key, counter, name) values ('known', ${userId}, '\\x00', 0, 'known key')`
  await sql`
    insert into email_change (id, person_id, email, old_hash, new_hash, expires_at)
    values (gen_random_uuid(), ${id}, 'known-next@own.test', 'old', 'new', app_now() + interval '1 day')`
  await sql`insert into known_device (user_id, device_hash, first_at) values (${userId}, 'known', '2021-03-04T12:00Z')`
  await sql`
    insert into blocked_address (id, address_hash, email, blocked_by, at)
    values (gen_random_uuid(), 'known', ${email}, ${actors.admin.id}, '2021-04-05T12:00Z')`
  await sql`
    insert into contact_form (id, first_name, email, subject, content)
    values (gen_random_uuid(), 'Kim', ${email}, 'Hello', 'known message')`
  await sql`
    insert into user_feedback (id, person_id, content) values (gen_random_uuid(), ${id}, 'known feedback to the team')`
  await sql`
    insert into athlete_form (id, email, social_account, content)
    values (gen_random_uuid(), ${email}, '@kim', 'known application')`
  await sql`
    insert into push_subscription (endpoint, person_id, session_id, p256dh, auth)
    select 'https://known.push.test/x', ${id}, id, 'x', 'x' from auth.session where "userId"::text = ${userId} limit 1`
}

/** Writes what came of an answered question; its hold and mails are there already. */
async function fillQuestion(questionId: string): Promise<void> {
  const { sql } = world.database
  await sql`
    insert into share_link (id, question_id, name, hash) values (gen_random_uuid(), ${questionId}, 'known link', 'known')`
  await sql`
    insert into rating (id, answer_id, question_id, athlete_id, stars, response_feedback)
    select gen_random_uuid(), id, question_id, athlete_id, 4, 'known feedback on an answer'
    from answer where question_id = ${questionId}`
  await sql`
    insert into tip (id, question_id, amount_cents) values (gen_random_uuid(), ${questionId}, 471)`
  await sql`
    insert into refund (id, question_id, charge_id, amount_cents, reason)
    select gen_random_uuid(), ask_id, charge_id, 347, 'goodwill' from hold where ask_id = ${questionId}`
  await numberPapers(world.context)
  await sql`
    with back as (
      insert into ledger_transaction (id, kind, source, question_id, charge_id)
      select gen_random_uuid(), 'refund', 'known', ask_id, charge_id from hold where ask_id = ${questionId} returning id)
    insert into credit_note (transaction_id, year, number) select id, 2026, 4712 from back`
}

/** Writes what only an athlete has. */
async function fillAthlete({ id }: Person): Promise<void> {
  const { sql } = world.database
  await sql`
    insert into picture_request (id, person_id, place, note, asked_by)
    values (${randomUUID()}, ${id}, 'profile', 'known note', ${actors.admin.id})`
  await sql`
    insert into athlete_card (id, person_id, card, reason, given_by)
    values (gen_random_uuid(), ${id}, 'yellow', 'known reason', ${actors.admin.id})`
  await sql`insert into profile_view (athlete_id, day, views) values (${id}, '2021-05-06', 4711)`
  await sql`
    insert into payout_change (id, person_id, kind, handle, stop_hash, from_at)
    values (gen_random_uuid(), ${id}, 'handle', '@known', 'known', app_now() + interval '1 day')`
  await sql`
    insert into payout_account (id, person_id, country_code, account_id) values (gen_random_uuid(), ${id}, 'NO', 'acct_known')`
  await sql`
    insert into payout (id, person_id, period, amount_cents, way)
    values (gen_random_uuid(), ${id}, 'known period', 12000, 'manual')`
}

async function copyOf(person: Person) {
  const { sql } = world.database
  const [account] = await sql<
    { authId: string }[]
  >`select auth_id as "authId" from person where id = ${person.id}`
  const owner = {
    personIds: [person.id],
    authId: account?.authId ?? '',
    email: person.email,
    dataLinkId: 'none',
  }
  const lists: Record<string, string> = {}
  for (const [name, rows] of Object.entries(ownRows(sql, owner))) lists[name] = JSON.stringify(await rows())
  return { of: person, lists }
}

describe('the copy to take along', () => {
  test('has these lists and no other', () => {
    for (const { lists } of copies) expect(Object.keys(lists).sort()).toEqual(Object.keys(KNOWN).sort())
  })

  test.each(Object.entries(KNOWN))(
    'has in %s what is the owner’s, and nothing of it is in a stranger’s',
    (...known) => {
      const [name, value] = known
      const [fan, athlete, stranger] = copies.map(({ lists }) => lists[name] ?? '')
      expect([fan, athlete].join(), 'the fan’s or the athlete’s').toContain(value)
      expect(stranger).not.toContain(value)
    },
  )
})
