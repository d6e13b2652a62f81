import { randomUUID } from 'node:crypto'
import { mailedToken } from '../../notify/mailed-token.ts'
import { missingThing, type Thing } from '../fixtures/thing.ts'
import { askerOf } from '../rights/people.ts'
import type { Stage } from '../rights/stage.ts'
import { INTENT_LINES, ROUTE_LINES, type Role, statusFor, type ThingName } from '../rights.ts'
import { call, type Told, twice } from './play.ts'

/** A pair of calls that may race. `make` prepares them on things of their own, fresh each time. */
export type RaceCase = {
  name: string
  /** What the second caller may also be told in a race, in place of what they are told when the calls run in turn. */
  alsoFine?: readonly [told: string, inTurn: string]
  make(stage: Stage): Promise<[first: Ready, second: Ready]>
}
export type Ready = () => Promise<Told>

/** Calls that change nothing another call could conflict with, and the developer's workbench. */
const NOT_RACED =
  /^(GET|HEAD|OPTIONS) |^POST \/(dev|test)\/|^POST \/dev|\/desk\/(?!signup-code)|\/(view|shares|media-ticket|username|account\/signup-code|pull|sync\/push|mine|push-received)$/

/** Calls for which each of two callers would make up something of their own, such as an id. */
const IN_OWN_WORDS =
  /^POST \/(api\/share|files)$|^(code\.create|athlete\.card|block\.add|payment\.refund|answer\.(submit|give)|clarification\.film|\w+\.send)$/

/** What a second caller may be told in a race, each with what they are told when the calls run in turn. */
const ALSO_FINE: Record<string, RaceCase['alsoFine']> = {
  // While the first PATCH writes, the upload is locked; in turn, the second PATCH has a wrong offset.
  'PATCH /files/*': ['423 changed-meanwhile', '409 changed-meanwhile'],
  // In turn, a caller whose session the other call has ended is told of that first.
  'POST /api/account/confirm-second-factor': ['409 second-factor-on', '401 sign-in-first'],
  'POST /api/account/add-passkey': ['401 wrong-passkey', '401 sign-in-first'],
  // In a race the code is already spent; in turn, the factor is already off.
  'POST /api/account/end-second-factor': ['401 wrong-code', '409 changed-meanwhile'],
}

const PREFERRED: readonly Role[] = ['fan', 'athlete', 'admin', 'guest', 'visitor']

/**
 * Every allowed call that changes something, made twice: in the same words and, where ids are made up, in their own.
 */
export const SAME_CALLS: RaceCase[] = [...ROUTE_LINES, ...INTENT_LINES].flatMap((line): RaceCase[] => {
  const role = PREFERRED.find((each) => statusFor(line, each) < 400)
  if (!role || NOT_RACED.test(line[0]) || line[0].endsWith('status') || line[0].endsWith('check-discount'))
    return []
  return (IN_OWN_WORDS.test(line[0]) ? [true, false] : [true]).map((sameWords) => ({
    ...(ALSO_FINE[line[0]] && { alsoFine: ALSO_FINE[line[0]] }),
    name: `${line[0]} of ${line[1]}, twice, ${sameWords ? 'in the same words' : 'each in their own'}`,
    make: async (stage) =>
      twice(stage, { verb: line[0], thing: await fresh(stage, line[1]), role }, sameWords),
  }))
})

/** Makes a fresh thing and clears earlier cases' rate limits, tried passwords, known devices and ended sessions. */
async function fresh(stage: Stage, of: ThingName): Promise<Thing> {
  const { world, people, browsers } = stage
  const { sql } = world.database
  stage.spend(of)
  // A payout waits for refunds that earlier cases have ordered.
  if (of === 'a payout by hand') await world.quiesce()
  await sql`delete from rate_limit`
  await sql`delete from password_try`
  await sql`delete from known_device`
  await sql`delete from push_subscription`
  // A principal may have only a few unclaimed uploads under way, so purge those of earlier cases.
  await sql`update media set state = 'purged' where claimed_by is null and state = 'expected'`
  for (const name of ['fan', 'athlete', 'admin'] as const) {
    if ((await browsers[name].session()).person) continue
    await sql`delete from second_factor`
    await sql`delete from passkey`
    await sql`delete from recovery_code`
    await browsers[name].signIn(people[name])
  }
  if (of === 'an unlisted athlete')
    await sql`update person set listed = false where id = ${people.unlisted.id}`
  // These things share one answer, because an answer takes long to make; so reset only the rows about it.
  if (of === 'asked once more of fan') await sql`delete from clarification`
  if (of === 'tip of fan') await sql`update tip set state = 'released' where state = 'pending'`
  return stage.thing(of)
}

type Side = readonly [verb: string, role: Role]

/** Pairs of different calls on the same thing. */
const RIVALS: readonly (readonly [of: ThingName, first: Side, second: Side])[] = [
  ['new of guest', ['question.approve', 'admin'], ['question.reject', 'admin']],
  ['new of guest', ['question.reject', 'admin'], ['question.cancel', 'guest']],
  ['new of fan', ['question.cancel', 'fan'], ['question.approve', 'admin']],
  ['new of fan', ['POST /api/correct-email', 'fan'], ['question.approve', 'admin']],
  ['new of fan', ['POST /api/correct-email', 'fan'], ['question.cancel', 'fan']],
  ['new of fan', ['question.set-status', 'admin'], ['question.approve', 'admin']],
  ['approved of fan', ['question.decline', 'athlete'], ['answer.submit', 'athlete']],
  ['approved of fan', ['question.set-status', 'admin'], ['answer.submit', 'athlete']],
  ['approved of fan', ['question.set-status', 'admin'], ['question.decline', 'athlete']],
  ['take of athlete', ['POST /api/submit-response', 'athlete'], ['question.decline', 'athlete']],
  ['decided of fan', ['question.undo', 'admin'], ['question.cancel', 'fan']],
  ['expired of fan', ['answer.give', 'athlete'], ['question.set-status', 'admin']],
  ['ask of guest', ['POST /api/cancel-payment-intent', 'guest'], ['question.ask', 'guest']],
  ['asked once more of fan', ['clarification.reply', 'athlete'], ['clarification.report', 'athlete']],
  ['asked once more of fan', ['clarification.film', 'athlete'], ['clarification.reply', 'athlete']],
  ['a picture of the athlete', ['picture.approve', 'admin'], ['picture.reject', 'admin']],
  ['a picture of the athlete', ['picture.withdraw', 'admin'], ['picture.approve', 'admin']],
  ['a picture asked of the athlete', ['POST /userMedia', 'athlete'], ['picture.withdraw', 'admin']],
  ['payout begun', ['payout.confirm', 'admin'], ['payout.begin', 'admin']],
  ['payout begun', ['payout.confirm', 'admin'], ['payout.fail', 'admin']],
  ['a payout by hand', ['payout.begin', 'admin'], ['payout.cancel', 'admin']],
  ['payouts held', ['payouts.resume', 'admin'], ['payouts.hold', 'admin']],
  ['leaving of a leaver', ['POST /api/account/keep', 'fan'], ['POST /api/account/leave', 'fan']],
  ['upload of fan', ['PATCH /files/*', 'fan'], ['DELETE /files/*', 'fan']],
  ['draft of fan', ['draft.save', 'fan'], ['draft.discard', 'fan']],
]

export const RIVAL_CALLS: RaceCase[] = RIVALS.map(([of, first, second]) => ({
  name: `${first[0]} and ${second[0]} of ${of}`,
  async make(stage) {
    const thing = await fresh(stage, of)
    const [one, other] = [first, second].map(([verb, role]) => call(stage, { verb, thing, role }))
    return [await (one as Promise<Ready>), await (other as Promise<Ready>)]
  },
}))

/** Cases in which two independent callers want something that can exist only once. */
export const ONE_OF_A_KIND: RaceCase[] = [
  {
    name: 'two sign-ups of one username, confirmed',
    async make(stage) {
      const username = someName()
      const password = 'a chosen password'
      const tokens = [await signUp(stage, username), await signUp(stage, username)]
      return both(tokens, (token) => () => post(stage, '/api/account/activate', { token, password }))
    },
  },
  {
    name: 'two sign-ups of one address, confirmed',
    async make(stage) {
      const email = `cnr.${someName()}@join.test`
      const password = 'a chosen password'
      const tokens = [await signUp(stage, someName(), email), await signUp(stage, someName(), email)]
      return both(tokens, (token) => () => post(stage, '/api/account/activate', { token, password }))
    },
  },
  intents('one discount code, made twice', 'code.create', () => {
    const code = `CNR-${randomUUID()}`
    const facts = {
      code,
      label: 'canary',
      off: 'percent',
      value: 10,
      maxUses: 1,
      maxUsesEach: 1,
      expiresAt: null,
    }
    return () => ({ ...facts, codeId: randomUUID() })
  }),
  intents('one address, blocked twice', 'block.add', () => {
    const email = `cnr.${someName()}@form.test`
    return () => ({ blockId: randomUUID(), email, reason: 'canary reason of a block' })
  }),
  {
    name: 'the last tip of an answer that may stand open, begun twice',
    async make(stage) {
      const { sql } = stage.world.database
      const { questionId, token } = await stage.thing('delivered of fan')
      await sql`update tip set state = 'released' where state = 'pending'`
      for (let open = 1; open < OPEN_TIPS; open += 1)
        await sql`insert into tip (id, question_id, amount_cents) values (${randomUUID()}, ${questionId}, 500)`
      const facts = { amount: 500, currency: 'usd', capture_method: 'automatic', token }
      return both(
        [
          { ...facts, tipId: randomUUID() },
          { ...facts, tipId: randomUUID() },
        ],
        (body) => () => post(stage, '/api/create-payment-intent', body),
      )
    },
  },
  intents('one picture, asked for twice', 'picture.request', ({ people }) => {
    return () => ({ requestId: randomUUID(), personId: people.athlete2.id, place: 'cover2' })
  }),
]

/** How many unpaid tips `give-tip.ts` allows at the same time. */
const OPEN_TIPS = 5

const NETWORKS = { instagram: null, tiktok: null, x: null }

const someName = () => `w${randomUUID().replaceAll('-', '').slice(0, 11)}`

async function post({ world }: Stage, path: string, body: object): Promise<Told> {
  const { status, body: said } = await world.browser().post<{ refusal?: { code: string } }>(path, body)
  return { status, code: said.refusal?.code ?? null }
}

async function signUp({ world }: Stage, username: string, email = `cnr.${someName()}@join.test`) {
  const person = { ...askerOf('visitor'), email }
  const joining = { person, username, password: 'a chosen password', networks: NETWORKS }
  const sent = await world.browser().post('/api/account/join-fan', joining)
  if (sent.status !== 200) throw new Error(`signing up: ${JSON.stringify(sent)}`)
  const [kept] = await world.database.sql<{ mailId: string }[]>`
    select mail_id as "mailId" from joining where email = ${email} order by created_at desc limit 1`
  return mailedToken(world.context.secrets.mailedLink, kept?.mailId ?? '')
}

function both<T>([one, other]: T[], ready: (of: T) => Ready): [Ready, Ready] {
  return [ready(one as T), ready(other as T)]
}

/** Returns a case in which admins push an intent twice, each time with new arguments from `words`. */
function intents(name: string, verb: string, words: (stage: Stage) => () => object): RaceCase {
  return {
    name,
    async make(stage) {
      const args = words(stage)
      const make = () => call(stage, { verb, thing: missingThing(), role: 'admin', args: args() })
      return [await make(), await make()]
    },
  }
}
