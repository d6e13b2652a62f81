import { describe, expect, test } from 'vitest'
import { type AnswerState, checkInTime } from './answer/submit.ts'
import { uuidFromBytes } from './id.ts'
import { INTENTS, type IntentArgs, isIntentName } from './intents.ts'
import { ANSWER_MS, DAY_MS, GRACE_MS, HOUR_MS, SCREENING_MS } from './limits.ts'
import { athleteShareCents, platformShareCents } from './money.ts'
import { checkAmount, type HoldState, mayHoldMove } from './payment/amount.ts'
import type { Outcome, PushedIntent } from './protocol.ts'
import { checkHoldLasts, dueAtOf, graceEndsAt, screeningEndsAt } from './question/deadlines.ts'
import type { QuestionMove, QuestionStatus } from './question/status.ts'
import { isSettled, QUESTION_LIFE } from './question/status.ts'
import { done, refuse } from './result.ts'
import { type Caller, can, VISITOR } from './roles.ts'
import { mayMove } from './testing/may-move.ts'

const SEED = Number(process.env.SEED ?? 1)
const SCHEDULES = 300
const STEPS = 400

function randomFrom(seed: number) {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(all: readonly T[]) => all[below(all.length)] as T
  const id = () => uuidFromBytes(Uint8Array.from({ length: 16 }, () => below(256)))
  return { next, below, pick, id }
}
type Random = ReturnType<typeof randomFrom>

/** Bugs planted into the model, to show that the test would notice them. */
const PLANTS = ['forgets outcomes', 'tells nobody of money', 'rounds for both', 'keeps holds'] as const
type Plant = (typeof PLANTS)[number] | null

type Times = { screeningEndsAt: number } & Record<'approvedAt' | 'dueAt' | 'graceEndsAt', number | null>
type Money = { amountCents: number; hold: HoldState; captureBefore: number | null }
type Stage = { status: QuestionStatus; revision: number; answer: { id: string; state: AnswerState } | null }
type Question = { id: string; fan: string; athlete: string } & Stage & Money & Times
type Named = { draftId: string; questionId: string; revision?: number }
type Draft = { id: string; owner: string; body: string; revision: number; discarded: boolean }

const NEVER = { approvedAt: null, dueAt: null, graceEndsAt: null }
const FRESH = { status: 'new' as const, revision: 0, answer: null, ...NEVER }

/** A model of the server, of the shared rules alone; `server/sync/converge.fuzz.test.ts` tests the product's own. */
class Server {
  now = 1_800_000_000_000
  rev = 0
  questions = new Map<string, Question>()
  drafts = new Map<string, Draft>()
  asks = new Map<string, { fan: string; athlete: string; amountCents: number }>()
  outcomes = new Map<string, { outcome: Outcome; effects: number }>()
  ledger = new Map<string, number[]>()
  feeds = new Map<string, Map<string, { rev: number; document: object | null }>>()
  plant: Plant = null

  settle(caller: Caller, intent: PushedIntent): Outcome {
    const seen = this.outcomes.get(intent.id)
    if (seen && this.plant !== 'forgets outcomes') return seen.outcome
    const before = this.rev
    const result = this.#decide(caller, intent)
    const effects = (seen?.effects ?? 0) + Number(this.rev > before)
    const outcome: Outcome = result.ok
      ? { id: intent.id, state: 'settled', value: result.value }
      : { id: intent.id, state: 'refused', refusal: result.refusal }
    this.outcomes.set(intent.id, { outcome, effects })
    return outcome
  }

  #decide(caller: Caller, { name, args }: PushedIntent) {
    if (!isIntentName(name)) return refuse('unknown-intent')
    const parsed = INTENTS[name].args.safeParse(args)
    if (!parsed.success) return refuse('bad-shape')
    if (!can(caller, INTENTS[name].capability)) return refuse('not-allowed')
    const by = caller.personId ?? ''
    if (name === 'draft.save') return this.#saveDraft(by, parsed.data as IntentArgs<'draft.save'>)
    if (name === 'answer.submit') return this.#submit(by, parsed.data as IntentArgs<'answer.submit'>)
    const { draftId, questionId, revision } = parsed.data as Record<string, unknown> as Named
    const draft = this.drafts.get(draftId)
    if (draft) return draft.owner === by ? this.#done(draft, { discarded: true }) : refuse('not-found')
    if (name === 'question.ask') return this.#ask(by, questionId)
    const question = this.questions.get(questionId)
    if (!question) return refuse('not-found')
    if (revision !== undefined && question.revision !== revision) return refuse('changed-meanwhile')
    if (name === 'question.approve') return this.#approve(question)
    if (name === 'question.reject') return this.#end(question, 'reject')
    if (name === 'question.cancel')
      return question.fan === by ? this.#end(question, 'cancel') : refuse('not-found')
    if (question.athlete !== by || question.approvedAt === null) return refuse('not-found')
    return question.graceEndsAt ? refuse('already-answered') : this.#end(question, 'decline')
  }

  /** Saves a draft. One written over an older revision does not win: both are kept (D98). */
  #saveDraft(by: string, { draftId, base, body }: IntentArgs<'draft.save'>) {
    const kept = this.drafts.get(draftId)
    if (kept && kept.owner !== by) return refuse('not-found')
    const lost = kept !== undefined && kept.revision !== base
    const id = lost ? uuidFromBytes(new Uint8Array(16).fill(this.drafts.size)) : draftId
    const fresh = { id, owner: by, body: '', revision: 0, discarded: false }
    const draft = lost || !kept ? fresh : kept
    this.drafts.set(draft.id, draft)
    this.#change(draft, { body, discarded: false })
    return done({ draftId: draft.id, revision: draft.revision })
  }

  #done<T extends Question | Draft>(thing: T, change: Partial<T>) {
    this.#change(thing, change)
    return done({})
  }

  #ask(by: string, id: string) {
    const ask = this.asks.get(id)
    if (ask?.fan !== by) return refuse('not-found')
    if (this.questions.has(id)) return done({})
    const captureBefore = ask.amountCents > 0 ? this.now + 7 * DAY_MS : null
    const hold: HoldState = ask.amountCents > 0 ? 'held' : 'none'
    const terms = { id, hold, captureBefore, screeningEndsAt: screeningEndsAt(this.now, captureBefore) }
    const question: Question = { ...FRESH, ...ask, ...terms }
    this.questions.set(id, question)
    return this.#done(question, {})
  }

  #approve(question: Question) {
    if (!mayMove(question.status, 'approve')) return refuse('already-decided')
    const lasts = checkHoldLasts(this.now, question.captureBefore)
    if (!lasts.ok) return lasts
    this.#move(question, 'approve')
    return this.#done(question, { approvedAt: this.now, dueAt: dueAtOf(this.now) })
  }

  #submit(by: string, { questionId, answerId }: IntentArgs<'answer.submit'>) {
    const question = this.questions.get(questionId)
    if (question?.athlete !== by || question.approvedAt === null) return refuse('not-found')
    if (question.answer?.id === answerId) return done({})
    const answered = question.answer !== null && question.answer.state !== 'withdrawn'
    const inTime = checkInTime({ ...question, answered }, this.now)
    if (!inTime.ok) return inTime
    const answer = { id: answerId, state: 'waiting' as const }
    return this.#done(question, { answer, graceEndsAt: graceEndsAt(question.dueAt ?? 0) })
  }

  #end(question: Question, move: QuestionMove) {
    if (!mayMove(question.status, move)) return refuse('already-decided')
    this.#move(question, move)
    if (question.hold === 'held' && this.plant !== 'keeps holds') this.#moveHold(question, 'releasing')
    return done({})
  }

  /** The last byte of an answer has arrived, and the file is a video or not. */
  receiveBytes(question: Question, isVideo: boolean): void {
    const { answer, status } = question
    if (answer?.state !== 'waiting' || status !== 'approved') return
    const change = isVideo ? {} : { graceEndsAt: null }
    this.#change(question, { answer: { id: answer.id, state: isVideo ? 'stored' : 'withdrawn' }, ...change })
    if (isVideo && question.hold === 'none') this.#deliver(question)
    else if (isVideo) this.#moveHold(question, 'capturing')
  }

  settleMoney(question: Question, succeeds: boolean): void {
    if (question.hold === 'releasing') this.#moveHold(question, 'released')
    if (question.hold !== 'capturing') return
    this.#moveHold(question, succeeds ? 'captured' : 'lapsed')
    if (succeeds) this.#book(question)
    else this.#move(question, 'lapse')
  }

  #book(question: Question): void {
    const { id, amountCents } = question
    const roundsUp = this.plant === 'rounds for both'
    const rest = roundsUp ? Math.ceil(amountCents / 5) : platformShareCents(amountCents)
    this.ledger.set(id, [...(this.ledger.get(id) ?? []), amountCents, -athleteShareCents(amountCents), -rest])
    this.#deliver(question)
  }

  #deliver(question: Question): void {
    this.#move(question, 'complete')
    this.#change(question, { answer: { id: question.answer?.id ?? '', state: 'delivered' } })
  }

  sweep(): void {
    for (const question of this.questions.values()) {
      const { status, answer, graceEndsAt: grace, dueAt } = question
      if (status === 'new' && question.screeningEndsAt <= this.now) this.#end(question, 'screening-limit')
      const isOver = status === 'approved' && (grace ?? dueAt ?? this.now) <= this.now
      if (!isOver || answer?.state === 'stored') continue
      if (answer) this.#change(question, { answer: { ...answer, state: 'withdrawn' } })
      this.#end(question, 'expire')
    }
  }

  #move(question: Question, move: QuestionMove): void {
    if (!mayMove(question.status, move)) throw new Error(`${question.status} cannot ${move}`)
    this.#change(question, { status: QUESTION_LIFE[move].to })
  }

  #moveHold(question: Question, to: HoldState): void {
    if (!mayHoldMove(question.hold, to)) throw new Error(`a hold cannot go from ${question.hold} to ${to}`)
    if (this.plant === 'tells nobody of money') question.hold = to
    else this.#change(question, { hold: to })
  }

  #change<T extends Question | Draft>(thing: T, change: Partial<T>): void {
    Object.assign(thing, change, { revision: thing.revision + 1 })
    this.rev += 1
    for (const [reader, feed] of this.feeds) {
      const document = this.documentFor(reader, thing.id)
      if (document || feed.has(thing.id)) feed.set(thing.id, { rev: this.rev, document })
    }
  }

  documentFor(reader: string, id: string): object | null {
    const draft = this.drafts.get(id)
    if (draft) return draft.owner === reader && !draft.discarded ? { ...draft } : null
    const question = this.questions.get(id)
    const seen = { answer: question?.answer?.state === 'delivered' ? question.answer : null }
    if (question?.fan === reader) return { ...question, ...seen }
    if (question?.athlete !== reader || question.approvedAt === null) return null
    const amountCents = athleteShareCents(question.amountCents)
    return { ...question, hold: 'none', captureBefore: null, amountCents }
  }

  pull(reader: string, after: number, limit: number) {
    const changes = [...(this.feeds.get(reader) ?? [])].filter(([, { rev }]) => rev > after)
    const page = changes.sort(([, a], [, b]) => a.rev - b.rev).slice(0, limit)
    const documents = page.map(([id, { document }]) => ({ id, document }))
    return { documents, after: page.at(-1)?.[1].rev ?? after }
  }
}

/** A device with an outbox, the outcomes it received, and a replica; its network loses requests and replies. */
class Device {
  caller: Caller = VISITOR
  outbox: PushedIntent[] = []
  told = new Map<string, Outcome>()
  documents = new Map<string, object>()
  after = 0

  push(server: Server, { next, below }: Random, loss: number): void {
    const batch = this.outbox.slice(0, 1 + below(4))
    if (next() < loss) return
    const outcomes = batch.map((intent) => server.settle(this.caller, intent))
    if (next() < loss) return
    for (const outcome of outcomes) this.told.set(outcome.id, outcome)
    this.outbox.splice(0, batch.length)
  }

  pull(server: Server, { next, below }: Random, loss: number): boolean {
    const { documents, after } = server.pull(this.caller.personId ?? '', this.after, 1 + below(5))
    if (next() < loss) return true
    for (const { id, document } of documents) {
      if (document) this.documents.set(id, document)
      else this.documents.delete(id)
    }
    this.after = after
    return documents.length > 0
  }
}

type World = { server: Server; devices: Device[]; random: Random; prices: Map<string, number> }

function openWorld(seed: number, plant: Plant): World {
  const random = randomFrom(seed)
  const roles: Caller['role'][] = ['basic', 'basic', 'basic', 'creator', 'creator', 'admin']
  const people = roles.map((role) => ({ role, id: random.id() }))
  const athletes = people.filter(({ role }) => role === 'creator')
  const server = Object.assign(new Server(), { plant })
  for (const { id } of people) server.feeds.set(id, new Map())
  const callers = people.map(({ role, id }) => ({ ...VISITOR, role, personId: id }))
  const devices = [...callers, ...callers].map((caller) => Object.assign(new Device(), { caller }))
  const prices = new Map(athletes.map(({ id }) => [id, random.pick([0, 500, 1_999])]))
  return { server, devices, random, prices }
}

const VIDEO = { sha256: 'a'.repeat(64), bytes: 9, type: 'video/mp4', durationMs: 9, source: 'file' }

/** Draws an intent that a person of this role might want next, given what their device shows. */
function wantSomething(
  { server, random, prices }: World,
  { caller, documents }: Device,
): [string, object] | null {
  const { pick, below, id } = random
  const known = documents.size > 0 ? pick([...documents.keys()]) : id()
  if (caller.role === 'admin') {
    if (server.questions.size === 0) return null
    const question = pick([...server.questions.values()])
    const revision = Math.max(1, question.revision - Number(below(4) === 0))
    const seen = { questionId: question.id, revision }
    return below(5) === 0 ? ['question.reject', { ...seen, note: '' }] : ['question.approve', seen]
  }
  if (caller.role === 'creator') {
    if (below(4) === 0) return ['question.decline', { questionId: known, note: '' }]
    const video = { ...VIDEO, id: id() }
    return ['answer.submit', { answerId: id(), questionId: known, video, recordedAt: server.now }]
  }
  const [athlete, priceCents] = pick([...prices])
  const kind = below(6)
  if (kind === 0) return ['question.cancel', { questionId: known }]
  if (kind === 1) return ['draft.discard', { draftId: known }]
  if (kind === 2) {
    const base = (documents.get(known) as Draft | undefined)?.revision ?? 0
    return ['draft.save', { draftId: known, athleteId: athlete, base, savedAt: server.now, body: id() }]
  }
  const ask = { fan: caller.personId ?? '', athlete, amountCents: pick([0, 500, 2_501, 3_333]) }
  if (!checkAmount({ priceCents, promo: false, firstTime: false }, ask.amountCents).ok) return null
  const questionId = id()
  server.asks.set(questionId, ask)
  return ['question.ask', { questionId }]
}

function step(world: World): void {
  const { server, devices, random } = world
  const device = random.pick(random.below(4) === 0 ? devices.slice(-1) : devices)
  const kind = random.below(10)
  const wanted = kind < 3 && wantSomething(world, device)
  if (wanted) device.outbox.push({ id: random.id(), name: wanted[0], version: 1, args: wanted[1] })
  if (kind > 2 && kind < 5) device.push(server, random, 0.3)
  if (kind > 4 && kind < 7) device.pull(server, random, 0.3)
  if (kind === 7) server.now += random.below(3 * HOUR_MS)
  if (kind === 8) server.sweep()
  if (kind < 9) return
  for (const question of server.questions.values()) {
    if (random.next() < 0.5) server.receiveBytes(question, random.next() < 0.8)
    if (random.next() < 0.5) server.settleMoney(question, random.next() < 0.8)
  }
}

/** Lets the run finish: the network works again, time passes, and everything under way ends. */
function comeToRest({ server, devices, random }: World): void {
  for (const device of devices) while (device.outbox.length > 0) device.push(server, random, 0)
  for (let rounds = 0; rounds < 3; rounds += 1) {
    server.now += SCREENING_MS + ANSWER_MS + GRACE_MS
    server.sweep()
    for (const question of server.questions.values()) server.settleMoney(question, true)
  }
  for (const device of devices) while (device.pull(server, random, 0));
}

function violations({ server, devices }: World): string[] {
  const { questions, drafts, outcomes } = server
  const wrong = [...questions.values()].flatMap((question) => moneyViolations(server, question))
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  for (const { caller, documents, told } of devices) {
    for (const id of [...questions.keys(), ...drafts.keys()])
      if (!same(documents.get(id) ?? null, server.documentFor(caller.personId ?? '', id)))
        wrong.push(`a ${caller.role} holds another ${id}`)
    for (const [id, outcome] of told)
      if (!same(outcomes.get(id)?.outcome, outcome)) wrong.push(`${id} was told something else`)
  }
  const twice = [...outcomes].filter(([, { effects }]) => effects > 1)
  return [...wrong, ...twice.map(([id]) => `${id} was done twice`)]
}

function moneyViolations({ ledger }: Server, question: Question): string[] {
  const { id, status, hold, amountCents, answer } = question
  const isDone = status === 'completed'
  const paid = isDone && amountCents > 0
  const cents = ledger.get(id) ?? []
  const booked = [amountCents, -athleteShareCents(amountCents), -platformShareCents(amountCents)]
  const must: [boolean, string][] = [
    [isSettled(status), 'is not settled'],
    [['none', 'captured', 'released', 'lapsed'].includes(hold), `ended with its hold ${hold}`],
    [(hold === 'captured') === paid, `is ${status} and its hold ${hold}`],
    [isDone === (answer?.state === 'delivered'), `is ${status}, its answer ${answer?.state}`],
    [`${cents}` === `${paid ? booked : ''}` && cents.reduce((a, b) => a + b, 0) === 0, `booked ${cents}`],
  ]
  return must.filter(([holds]) => !holds).map(([, words]) => `${id} ${words}`)
}

function play(seed: number, plant: Plant = null) {
  const world = openWorld(seed, plant)
  for (let n = 0; n < STEPS; n += 1) step(world)
  comeToRest(world)
  return { world, wrong: violations(world) }
}

const seeds = Array.from({ length: SCHEDULES }, (_, index) => SEED * 1_000 + index)
const endings =
  'completed none,completed captured,rejected released,athlete rejected released,athlete rejected lapsed'

describe('the shared rules in a model of devices and a server, neither of them the product’s', () => {
  test('the rules leave nothing open: replicas converge, every intent is done once, the money balances', () => {
    const ends: Record<string, number> = {}
    for (const seed of seeds) {
      const { world, wrong } = play(seed)
      expect(wrong, `seed ${seed}`).toEqual([])
      if (seed % 20 === 0) expect(play(seed).world.server.questions).toEqual(world.server.questions)
      for (const { status, hold } of world.server.questions.values())
        ends[`${status} ${hold}`] = (ends[`${status} ${hold}`] ?? 0) + 1
    }
    process.stdout.write(`replicas: ${JSON.stringify({ seed: SEED, schedules: SCHEDULES, ...ends })}\n`)
    for (const end of endings.split(',')) expect(ends[end] ?? 0, end).toBeGreaterThan(9)
  })

  test.each(PLANTS)('a model that %s is found out', (plant) => {
    expect(seeds.some((seed) => play(seed, plant).wrong.length > 0)).toBe(true)
  })
})
