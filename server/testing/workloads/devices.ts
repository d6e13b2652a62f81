import { AsyncLocalStorage } from 'node:async_hooks'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import type { PullAnswer, PushAnswer } from '../../../sync/protocol.ts'
import { databaseClock } from '../../clock.ts'
import { makeChallenge } from '../../http/captcha.ts'
import { type Browser, openBrowser } from '../browser.ts'
import type { AskPlan, Ground, Step, Via } from '../grounds/ground.ts'
import type { Exits } from '../invariants/exits.ts'
import { History, type Said } from '../invariants/history.ts'
import { pushService } from '../invariants/phones.ts'
import { olderThanSeen } from '../invariants/reads.ts'
import { type Video, videoOf } from '../media/send-video.ts'
import { Drafting } from './drafts.ts'
import { createDraw } from './random.ts'

/** One ask as its fan's and athlete's devices know it. */
export type Ask = AskPlan & {
  number: number
  questionId: string
  athleteId: string
  fanBrowser: Browser
  athleteBrowser: Browser
  secrets: string[]
  videos: { question: Video | null; first: Video; second: Video }
  answerIds: { first: string; second: string }
  giftIds: { first: string; second: string }
}

const COLLECTIONS = ['people', 'conversations', 'questions', 'answers', 'drafts'] as const
/** Pages are small, so that a checkpoint falls between any two documents. */
const PAGE = 2

export const READERS = ['member', 'paid', 'promo', 'free'] as const

/** The server through which a device speaks at the moment. */
export const through = new AsyncLocalStorage<Via>()
const browsersOf = new WeakMap<Ground, Map<string, Browser>>()
/**
 * The record of who hears what in a ground's present schedule. The cast's browsers outlive a schedule, so they look
 * it up here.
 */
const exitsOf = new WeakMap<Ground, Exits>()

/** The browsers of a script and what they know: who is who, what they sent, and what they pulled. */
export class Devices {
  readonly history = new History()
  readonly asks: Ask[] = []
  newId = () => ''
  protected browsers = new Map<string, Browser>()
  protected readonly ground: Ground
  protected drafting!: Drafting

  constructor(ground: Ground) {
    this.ground = ground
    exitsOf.set(ground, this.history.exits)
  }

  /** Signs the cast in, once for all schedules. */
  async castBrowsers(): Promise<void> {
    const known = browsersOf.get(this.ground)
    if (known) {
      this.browsers = known
      return
    }
    for (const [name, person] of Object.entries(this.ground.cast)) {
      const browser = this.browser(name)
      await browser.signIn(person)
      this.browsers.set(name, browser)
    }
    browsersOf.set(this.ground, this.browsers)
  }

  /** Opens a browser whose answers are all recorded. */
  protected browser(name: string): Browser {
    const { ground } = this
    return openBrowser(async (url, init) => {
      const answer = await ground.request(through.getStore() ?? 0, url, init)
      return exitsOf.get(ground)?.hear(name, url, answer) ?? answer
    })
  }

  /**
   * Opens what goes on beside the asks: the draft that the member writes, and everyone's phones, which wait for
   * pushes or are gone.
   */
  async openBesides(seed: number): Promise<void> {
    const { member, paid } = this.ground.cast
    const draw = createDraw(seed + 47_000_000)
    const writer = { browser: this.of('member'), personId: member.id, athleteId: paid.id, newId: draw.id }
    this.drafting = new Drafting(this.history, writer)
    const service = await pushService()
    for (const name of new Set(this.asks.flatMap(({ athlete, fan }) => [athlete, fan]))) {
      if (name === 'guest') continue
      for (const fate of ['here', draw.pick(['gone', 'unknown', 'busy', 'broken'] as const)] as const)
        await service.subscribe(this.of(name), fate, this.history.delivered)
    }
  }

  protected of(name: string): Browser {
    const browser = this.browsers.get(name)
    if (!browser) throw new Error(`nobody is called ${name}`)
    return browser
  }

  async askOf(plan: AskPlan, number: number, newId: () => string): Promise<Ask> {
    const { first, second } = plan.takes
    const questionId = newId()
    const ofGifts = createDraw(Number.parseInt(questionId.slice(0, 6), 16) + 61_000_000)
    const { fan, email, athlete } = plan
    const owner = fan === 'member' ? fan : `guest ${number}`
    this.history.exits.told.push({ questionId, owner, email, athlete })
    return {
      ...plan,
      number,
      questionId,
      athleteId: this.ground.cast[plan.athlete].id,
      fanBrowser: fan === 'member' ? this.of(fan) : this.browser(owner),
      athleteBrowser: this.of(plan.athlete),
      secrets: [],
      videos: {
        question: plan.video && (await videoOf(plan.video, newId())),
        first: await videoOf(first, newId()),
        second: await videoOf(second, newId()),
      },
      answerIds: { first: newId(), second: newId() },
      giftIds: { first: ofGifts.id(), second: ofGifts.id() },
    }
  }

  protected ask({ ask }: { ask: number }): Ask {
    const found = this.asks[ask]
    if (!found) throw new Error(`there is no ask ${ask}`)
    return found
  }

  protected async say(ask: number, what: Omit<Said, 'id' | 'ask'>): Promise<void> {
    const said = { ...what, ask, id: this.newId() }
    this.history.said.push(said)
    await this.push(said)
  }

  protected async sayAgain(ask: number, nth: number): Promise<boolean> {
    const said = this.history.said.filter((each) => each.ask === ask)
    const again = said[nth % Math.max(1, said.length)]
    if (again) await this.push(again)
    return again !== undefined
  }

  protected async push({ id, name, args, account, ask }: Said): Promise<void> {
    const { fanBrowser, athleteBrowser } = this.ask({ ask })
    const admin = /approve|reject/.test(name) ? this.of('admin') : null
    const browser = admin ?? (/answer|decline/.test(name) ? athleteBrowser : fanBrowser)
    const push = { device: browser.device, account, intents: [{ id, name, version: 1, args }] }
    const { body } = await browser.post<Partial<PushAnswer>>('/sync/push', push)
    for (const outcome of body.outcomes ?? []) this.history.settled(outcome)
  }

  /** L4: checks that no answer is refused as too late while there is time by the clock of the database. */
  protected async checkLateness(number: number, questionId: string): Promise<void> {
    const said = this.history.said.findLast(({ ask, name }) => ask === number && name === 'answer.submit')
    const outcome = said && this.history.outcomeOf(said.id)
    if (outcome?.state !== 'refused' || outcome.refusal.code !== 'too-late') return
    const rows = await this.ground.sql`
      select id, due_at, app_now() as now from question where id = ${questionId} and due_at > app_now()`
    if (rows.length > 0)
      this.history.accuse('L4', 'an answer was refused as too late before it was due', [...rows])
  }

  async pull(reader: (typeof READERS)[number]): Promise<void> {
    for (const collection of COLLECTIONS) await this.pullCollection(reader, collection)
  }

  protected async pullCollection(reader: string, collection: string): Promise<void> {
    const { replicas } = this.history
    const key = `${reader} ${collection}`
    const replica = replicas.get(key) ?? { checkpoint: null, documents: new Map() }
    replicas.set(key, replica)
    for (let page = PAGE; page === PAGE; ) {
      const { checkpoint } = replica
      const request = { protocol: 1, collection, checkpoint, limit: PAGE }
      const { status, body } = await this.of(reader).post<PullAnswer>('/sync/pull', request)
      if (status !== 200) return
      // Another pull of the same device was faster, so this one goes on from the new checkpoint.
      if (replica.checkpoint !== checkpoint) continue
      this.history.violations.push(...olderThanSeen(key, replica, body))
      // A standby took over, so it may never have had the documents that the device holds.
      if (body.restart) replica.documents.clear()
      for (const document of body.documents) replica.documents.set(document.id, document)
      replica.checkpoint = body.checkpoint
      page = body.documents.length
    }
  }

  protected async waitUntil(
    { questionId }: Ask,
    { edge, ms }: Extract<Step, { do: 'wait until' }>,
  ): Promise<boolean> {
    const { sql } = this.ground
    const columns = { screening: 'screening_ends_at', due: 'due_at', grace: 'grace_ends_at' }
    const column = { ...columns, again: 'pay_again_until' }[edge]
    const [left] = await sql<{ ms: number | null }[]>`
      select extract(epoch from ${sql(column)} - app_now())::float8 * 1000 as ms from question where id = ${questionId}`
    if (!left?.ms || left.ms + ms <= 0) return false
    await this.ground.advance(Math.round(left.ms + ms))
    return true
  }

  /** Solves a real captcha, whose challenge is drawn from the schedule's own randomness. */
  protected async captcha(): Promise<string> {
    const random = { bytes: (count: number) => new Uint8Array(count), id: this.newId }
    const salt = (count: number) => Buffer.from(this.newId().repeat(count)).subarray(0, count)
    const bytes = (count: number) => (count === 4 ? random.bytes(count) : salt(count))
    const { secrets, sql } = this.ground
    const challenge = await makeChallenge({
      env: { mode: 'test' },
      secrets,
      clock: databaseClock(sql),
      random: { ...random, bytes },
    })
    const solution = await solveChallenge({ challenge, deriveKey })
    return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  }

  protected placeOf(said: Said): number {
    return this.history.said.filter(({ ask }) => ask === said.ask).indexOf(said)
  }

  protected idOf(ask: number, take: 'question' | 'first' | 'second'): string {
    return this.asks[ask]?.videos[take]?.declared.id ?? 'none'
  }
}
