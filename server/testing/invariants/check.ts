import { json } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { PullAnswer } from '../../../sync/protocol.ts'
import { pause } from '../../pause.ts'
import { readFeed } from '../../sync/feed.ts'
import type { Ground } from '../grounds/ground.ts'
import { shownAgain } from './cache.ts'
import { checkDrafts } from './drafts.ts'
import { saidElsewhere } from './exits.ts'
import { wrongFiles } from './files.ts'
import type { Document, History, Violation } from './history.ts'
import { givenBackInTime, knownInTime } from './in-time.ts'
import { LIFE_ALWAYS, LIFE_AT_END, LIFE_SOON } from './life.ts'
import { type Invariant, MONEY_ALWAYS, MONEY_AT_END, MONEY_SOON } from './money.ts'
import { tooHeavy } from './overload.ts'
import { PAYOUTS_ALWAYS, PAYOUTS_AT_END } from './payouts.ts'
import { deadDevices, missedPushes, wordyPushes } from './phones.ts'
import { unread, writtenBy } from './reads.ts'
import { RETURNS_ALWAYS, RETURNS_AT_END } from './returns.ts'
import { TIPS_ALWAYS, TIPS_AT_END, TIPS_SOON } from './tips.ts'

/** Checks what must hold even while faults strike. */
export async function checkAlways(ground: Ground, history: History): Promise<Violation[]> {
  return [
    ...(await ask(ground, [
      ...MONEY_ALWAYS,
      ...TIPS_ALWAYS,
      ...RETURNS_ALWAYS,
      ...PAYOUTS_ALWAYS,
      ...LIFE_ALWAYS,
    ])),
    ...(await forgottenUploads(ground, history)),
    ...(await checkDrafts(ground, history)),
    ...wordyPushes(history.delivered),
    ...(await missedPushes(ground, history.delivered)),
    ...history.exits.violations,
    ...(await history.exits.overheard(ground)),
  ]
}

/** Checks what must hold an hour after the last fault. */
export async function checkSoon(ground: Ground, { done, delivered }: History): Promise<Violation[]> {
  return [
    ...(await ask(ground, [...MONEY_SOON, ...knownInTime(done), ...TIPS_SOON, ...LIFE_SOON])),
    ...(await deadDevices(ground, delivered)),
    ...tooHeavy(ground.heaviestBytes()),
  ]
}

/** Checks what must hold when everything has come to its end. */
export async function checkEnd(ground: Ground, history: History): Promise<Violation[]> {
  return [
    ...(await checkAlways(ground, history)),
    ...(await checkSoon(ground, history)),
    ...(await ask(ground, [
      ...MONEY_AT_END,
      ...givenBackInTime(history.done),
      ...TIPS_AT_END,
      ...RETURNS_AT_END,
      ...PAYOUTS_AT_END,
      ...LIFE_AT_END,
    ])),
    ...(await wrongFiles(ground)),
    ...(await shownAgain(ground)),
    ...(await brokenWords(ground, history)),
    ...(await saidElsewhere(ground, history.exits)),
  ]
}

/** Runs all invariants in one statement, so that they see the same moment and cost one round trip. */
async function ask({ sql }: Ground, invariants: readonly Invariant[]): Promise<Violation[]> {
  const each = invariants.map(
    ({ rows }, n) =>
      sql`select ${sql.unsafe(String(n))} as n, to_jsonb(found) as row from (${rows(sql)}) found`,
  )
  const seen = await sql<
    { n: number; row: object }[]
  >`${each.map((one, n) => (n === 0 ? one : sql` union all ${one}`))}`
  return invariants.flatMap(({ invariant, says }, n) => {
    const rows = seen.filter((found) => found.n === n).map(({ row }) => row)
    return rows.length === 0 ? [] : [{ invariant, says, rows: rows.slice(0, 5) }]
  })
}

/** D2: finds videos that a device was told are "Sent" and that the server still waits for. */
async function forgottenUploads({ sql }: Ground, { sent }: History): Promise<Violation[]> {
  const rows = await sql`
    select id, state, refusal from media where id = any(${[...sent]}) and (state = 'expected' or refusal = 'video-mismatch')`
  return rows.length === 0
    ? []
    : [{ invariant: 'D2', says: 'a video that was "Sent" is not here', rows: [...rows] }]
}

/** How many times to look, because a writer somewhere in the cluster may hold back the feed for a while. */
const LOOKS = 200

/**
 * S1 S3: checks that a device has, after all its pulls, what a new device gets at once, and everything that it
 * wrote. A writer anywhere in the cluster may hold back both for a moment, so the check repeats until they agree; a
 * document that was skipped would never arrive.
 */
export async function checkReplicas(
  ground: Ground,
  history: History,
  pull: () => Promise<void>,
): Promise<Violation[]> {
  for (let look = 1; ; look++) {
    const written = writtenBy(history, ground.cast)
    await pull()
    const strange = await strangeReplicas(ground, history)
    const missed = unread(history.replicas, written)
    if (strange.length === 0 && missed.length === 0) return []
    if (look === LOOKS)
      return [
        { invariant: 'S1', says: 'a device does not see what a new one sees', rows: strange },
        { invariant: 'S3', says: 'a device does not find what it was told is settled', rows: missed },
      ].filter(({ rows }) => rows.length > 0)
    await pause(25)
  }
}

async function strangeReplicas({ sql, cast }: Ground, { replicas }: History): Promise<object[]> {
  const strange: object[] = []
  for (const [key, { documents }] of replicas) {
    const [reader, collection] = key.split(' ') as [keyof typeof cast, 'questions']
    const request = { protocol: 1, collection, checkpoint: null, limit: 1_000 }
    const fresh = (await json(readFeed(sql, cast[reader].id, request))) as PullAnswer
    const theirs = visible(documents.values())
    const ours = visible(fresh.documents)
    if (!isDeepStrictEqual(theirs, ours))
      strange.push({ key, device: [...theirs.values()], fresh: [...ours.values()] })
  }
  return strange
}

/** Returns the visible documents as JSON transports them: dates as numbers, and no undefined fields. */
function visible(documents: Iterable<Document>): Map<string, unknown> {
  const seen = [...documents].filter(({ _deleted }) => !_deleted)
  const plain = seen.map((document) => [document.id, JSON.parse(JSON.stringify(document))] as const)
  return new Map(plain.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const subjectOf = (args: object) => {
  const { questionId, answerId = null } = args as { questionId: string; answerId?: string }
  return { questionId, answerId }
}

/**
 * S4 L3: checks that each settled intent had its effect, and that a refused one had none. Where the device said the same
 * again, or never heard the outcome, the effect may be of the other intent. The server also asks questions by itself.
 */
async function brokenWords({ sql }: Ground, history: History): Promise<Violation[]> {
  const broken: object[] = []
  for (const said of history.said) {
    const outcome = history.outcomeOf(said.id)
    const { questionId, answerId } = said.args as { questionId: string; answerId?: string }
    if (outcome?.state !== 'settled' && outcome?.state !== 'refused') continue
    const [found] = await sql<
      { asked: boolean; cancelled: boolean; approved: boolean; declined: boolean; answered: boolean }[]
    >`
      select exists (select from prepared_ask where id = ${questionId} and wanted_at is not null) as asked,
        exists (select from question_event where question_id = ${questionId} and move = 'cancel') as cancelled,
        exists (select from question where id = ${questionId} and approved_at is not null) as approved,
        exists (select from question_event where question_id = ${questionId} and move = 'decline') as declined,
        exists (select from answer where id = ${answerId ?? null}) as answered`
    const had = {
      'question.ask': found?.asked,
      'question.cancel': found?.cancelled,
      'question.approve': found?.approved,
      'question.decline': found?.declined,
      'answer.submit': found?.answered,
      'answer.give': found?.answered,
    }
    const hadEffect = had[said.name as keyof typeof had]
    if (outcome.state === 'settled' && hadEffect === false) broken.push({ said, outcome, found })
    if (outcome.state === 'settled' || !hadEffect || said.name === 'question.ask') continue
    const isOfAnother = history.said.some(
      (other) =>
        other.name === said.name &&
        isDeepStrictEqual(subjectOf(other.args), subjectOf(said.args)) &&
        history.outcomeOf(other.id)?.state !== 'refused',
    )
    if (!isOfAnother) broken.push({ said, outcome, found })
  }
  return broken.length === 0
    ? []
    : [
        {
          invariant: 'S4',
          says: 'an acknowledged intent had no effect, or a refused one had some',
          rows: broken,
        },
      ]
}
