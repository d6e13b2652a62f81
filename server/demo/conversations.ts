import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Asker } from '../../sync/account/asker.ts'
import { HOUR_MS } from '../../sync/limits.ts'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import type { Result } from '../../sync/result.ts'
import { type Caller, VISITOR } from '../../sync/roles.ts'
import { submitAnswer } from '../answer/submit-answer.ts'
import type { Context } from '../context.ts'
import { createUploads } from '../media/tus.ts'
import { verifyMedia } from '../media/verify.ts'
import { ensureIntent, refreshHold } from '../payment/hold.ts'
import { askQuestion } from '../question/ask-question.ts'
import { cancelQuestion, declineQuestion, endOverdueQuestion } from '../question/ending/end-question.ts'
import { prepareAsk } from '../question/prepare-ask.ts'
import { approveQuestion, rejectQuestion } from '../question/screen-question.ts'
import { type TxContext, transact, transactOrRefuse } from '../transact.ts'
import { DEMO_QUESTIONS, type DemoQuestion } from './questions.ts'

const FAN: Asker = {
  firstName: 'Sam',
  lastName: 'Okoye',
  birthDate: '1994-06-12',
  countryCode: 'US',
  city: 'Chicago',
  email: 'fan@infield.test',
}
const TESTER: Asker = {
  ...FAN,
  firstName: 'Tess',
  lastName: 'Tester',
  countryCode: 'CH',
  city: 'Zurich',
  email: 'tester@infield.test',
}

type Cast = {
  fan: Caller
  tester: Caller
  admin: Caller
  athletes: Map<string, Caller>
  emails: Map<string, string>
}

/**
 * Creates conversations in every state with the same verbs as real ones: holds at the stand-in, and videos through
 * the upload endpoint and the verification. Only their times are moved back, so that not everything happened a
 * second ago.
 */
export async function seedConversations(context: Context): Promise<void> {
  const cast = await findCast(context)
  for (const question of DEMO_QUESTIONS) {
    const questionId = await ask(context, cast, question)
    await bringTo(context, cast, { ...question, questionId })
  }
}

async function findCast({ sql }: Context): Promise<Cast> {
  const people = await sql<{ id: string; role: Caller['role']; username: string | null; email: string }[]>`
    select id, role, username, email from person where auth_id is not null`
  const callerOf = (person: (typeof people)[number]): Caller => ({
    ...VISITOR,
    role: person.role,
    personId: person.id,
  })
  const byEmail = (email: string): Caller => {
    const person = people.find((each) => each.email === email)
    if (!person) throw new Error(`the demo has no ${email}`)
    return callerOf(person)
  }
  return {
    fan: byEmail('fan@infield.test'),
    tester: byEmail('tester@infield.test'),
    admin: byEmail('admin@infield.test'),
    athletes: new Map(
      people.flatMap((person) => (person.username ? [[person.username, callerOf(person)] as const] : [])),
    ),
    emails: new Map(people.map((person) => [person.id, person.email])),
  }
}

async function must<T>(result: Promise<Result<T>>): Promise<T> {
  const settled = await result
  if (!settled.ok) throw new Error(`demo data: ${settled.refusal.code}`)
  return settled.value
}

async function ask(context: Context, cast: Cast, question: DemoQuestion): Promise<string> {
  const member = question.isTest ? cast.tester : cast.fan
  const asker: Caller = question.guest ? await newGuest(context) : member
  const athleteId = cast.athletes.get(question.athlete)?.personId
  if (!athleteId) throw new Error(`the demo has no athlete ${question.athlete}`)
  const video = question.video ? await declare(context, question.video) : null
  const questionId = context.random.id()
  const who = question.guest ?? (question.isTest ? TESTER : FAN)
  const ordered = {
    questionId,
    athleteId,
    subject: question.subject,
    kind: video ? 'video' : 'text',
    text: question.text,
    video,
    asker: who,
    amountCents: question.cents,
  } as const
  const prepared = await must(transactOrRefuse(context, (inside) => prepareAsk(inside, asker, ordered)))
  if (video && question.video)
    await upload(context, asker, { video, file: question.video, purpose: 'question' })
  if (prepared.holdId) await confirmCard(context, prepared.holdId)
  await must(transactOrRefuse(context, (inside) => askQuestion(inside, asker, { questionId })))
  await context.sql`update question set submitted_at = app_now() - make_interval(hours => ${question.hoursAgo}) where id = ${questionId}`
  return questionId
}

async function newGuest(context: Context): Promise<Caller> {
  const guestId = context.random.id()
  await context.sql`insert into guest (id) values (${guestId})`
  return { ...VISITOR, role: 'guest', guestId }
}

/** Confirms a hold as the browser would, with a test card on the stand-in's form. */
async function confirmCard(context: Context, holdId: string): Promise<void> {
  const { clientSecret } = await must(ensureIntent(context, holdId))
  const card = { number: '4242424242424242', exp: '12/34', cvc: '123' }
  await context.payments.standIn?.browser.request('/confirm', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientSecret, card }),
  })
  await refreshHold(context, holdId)
}

async function declare(context: Context, file: string): Promise<DeclaredVideo> {
  const bytes = await readFile(new URL(`./videos/${file}.webm`, import.meta.url))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    id: context.random.id(),
    sha256,
    bytes: bytes.length,
    type: 'video/webm',
    durationMs: 7_000,
    source: 'file',
  }
}

/** Sends a video through the upload endpoint, as a browser would, and verifies it at once. */
async function upload(
  context: Context,
  caller: Caller,
  { video, file, purpose }: { video: DeclaredVideo; file: string; purpose: 'question' | 'answer' },
): Promise<void> {
  const bytes = await readFile(new URL(`./videos/${file}.webm`, import.meta.url))
  const uploads = createUploads(context)
  const facts = {
    mediaId: video.id,
    purpose,
    sha256: video.sha256,
    filetype: video.type,
    durationMs: String(video.durationMs),
    source: video.source,
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const base = 'http://localhost/files'
  const tus = { 'tus-resumable': '1.0.0' }
  const made = await uploads.handle(
    new Request(base, {
      method: 'POST',
      headers: { ...tus, 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
    }),
    caller,
  )
  const location = new URL(made.headers.get('location') ?? '', base)
  const headers = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
  const sent = await uploads.handle(
    new Request(location, { method: 'PATCH', headers, body: new Uint8Array(bytes) }),
    caller,
  )
  if (!sent.ok) throw new Error(`demo data: an upload answered ${sent.status}`)
  await verifyMedia(context, video.id)
}

type Placed = DemoQuestion & { questionId: string }

/** Brings a question to the state in which the demo shows it. */
async function bringTo(context: Context, cast: Cast, question: Placed): Promise<void> {
  const { questionId, state } = question
  const athlete = cast.athletes.get(question.athlete)
  if (state === 'new' || !athlete) return
  if (state === 'cancelled')
    return void (await must(
      transactOrRefuse(context, (inside) => cancelQuestion(inside, cast.fan, { questionId })),
    ))
  const decide = async (
    run: (inside: TxContext, seen: { questionId: string; revision: number }) => Promise<Result<unknown>>,
  ) => {
    const [row] = await context.sql<
      { revision: number }[]
    >`select revision from question where id = ${questionId}`
    await must(
      transactOrRefuse(context, (inside) => run(inside, { questionId, revision: row?.revision ?? 1 })),
    )
  }
  if (state === 'rejected')
    return decide((inside, seen) =>
      rejectQuestion(inside, cast.admin, { ...seen, note: question.note ?? '' }),
    )
  await decide((inside, seen) => approveQuestion(inside, cast.admin, seen))
  if (state === 'declined') {
    return void (await must(
      transactOrRefuse(context, (inside) =>
        declineQuestion(inside, athlete, { questionId, note: question.note ?? '' }),
      ),
    ))
  }
  if (state === 'approved') return moveApproval(context, question)
  if (state === 'expired') return expire(context, questionId)
  await answer(context, athlete, question)
}

/** Moves the approval back, so that some of the athlete's time has passed. */
async function moveApproval({ sql }: Context, { questionId, hoursSinceApproval = 1 }: Placed): Promise<void> {
  const passed = (hoursSinceApproval * HOUR_MS) / 1000
  await sql`
    update question set approved_at = approved_at - make_interval(secs => ${passed}), due_at = due_at - make_interval(secs => ${passed})
    where id = ${questionId}`
}

async function expire(context: Context, questionId: string): Promise<void> {
  await context.sql`update question set due_at = app_now() - interval '1 second' where id = ${questionId}`
  await transact(context, (inside) => endOverdueQuestion(inside, questionId))
}

/** Announces an answer, and sends its bytes unless the demo shows it as being sent; the usual jobs do the rest. */
async function answer(
  context: Context,
  athlete: Caller,
  { questionId, state, answerVideo = 'answer-blocks' }: Placed,
): Promise<void> {
  const video = await declare(context, answerVideo)
  const announced = {
    answerId: context.random.id(),
    questionId,
    video,
    recordedAt: (await context.clock.now()).getTime(),
  }
  await must(transactOrRefuse(context, (inside) => submitAnswer(inside, athlete, announced)))
  if (state !== 'waiting') await upload(context, athlete, { video, file: answerVideo, purpose: 'answer' })
}
