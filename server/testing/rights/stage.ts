import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Hono } from 'hono'
import { type AppParts, createApp } from '../../app/app.ts'
import { setSignupCode } from '../../athlete/join/signup-code.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { createDiscountCode } from '../../payment/discount/discount-code.ts'
import { openPages } from '../../site/page.ts'
import { readStaticFiles } from '../../site/static.ts'
import { transact } from '../../transact.ts'
import { type Browser, openBrowser } from '../browser.ts'
import { settled } from '../database.ts'
import type { Canary } from '../fields/canaries.ts'
import type { Thing } from '../fixtures/thing.ts'
import type { Role, ThingName } from '../rights.ts'
import { openWorld, type World } from '../world.ts'
import { STAGE_SIGNUP_CODE } from './account-requests.ts'
import {
  type AccountName,
  becomeGuest,
  endedSession,
  makePeople,
  type People,
  type Send,
  type ShownSession,
  sendAs,
} from './people.ts'
import { STAGE_CODE } from './requests.ts'
import { thingMaker } from './things.ts'

/** A world with all roles in it, and the app as it is served, pages included. */
export type Stage = {
  world: World
  app: Hono<AppEnv>
  parts: AppParts
  people: People
  browsers: Record<Exclude<Role, 'visitor' | 'revoked'>, Browser>
  /** Returns how a role sends requests; `revoked` uses the given ended session. */
  send(role: Role, ended?: ShownSession): Send
  /** Runs due jobs, then makes a request in every browser, so that renewed sessions note their token's first use. */
  settle(): Promise<void>
  /** The ended sessions: the fan's, the athlete's and the admin's. */
  ended: ShownSession[]
  /** Returns the thing of this name, the same one until it is spent. */
  thing(of: ThingName): Promise<Thing>
  spend(of: ThingName): void
  /** The canaries gathered so far, by their values. */
  canaries: Map<string, Canary>
  end(): Promise<void>
}

const STAGE_DISCOUNT = {
  code: STAGE_CODE,
  label: 'canary label of a code',
  off: 'percent',
  value: 10,
} as const
const TEMPLATE =
  '<!doctype html><html lang="en"><head><title>x</title></head><body><div id="root"></div></body></html>'

/** Opens a world and fills it; `taps` replace parts of its context. */
export async function openStage(taps: Parameters<typeof openWorld>[0] = {}): Promise<Stage> {
  const bare = await openWorld(taps)
  const parts = { hub: bare.hub, site: await builtSite(bare) }
  const app = createApp(bare.context, parts)
  const { sql } = bare.database
  const openOne = () =>
    openBrowser(
      (url, init) => app.request(url, init),
      () => settled(sql),
    )
  const world: World = { ...bare, browser: openOne }
  const people = await makePeople(world)
  await transact(bare.context, (inside) => createDiscountCode(inside, STAGE_DISCOUNT))
  await transact(bare.context, (inside) => setSignupCode(inside, { code: STAGE_SIGNUP_CODE, madeBy: null }))
  const browsers = await openBrowsers(world, people)
  const ended: ShownSession[] = []
  for (const name of ['fan', 'athlete', 'admin'] as const) ended.push(await endedSession(world, people[name]))
  const make = thingMaker({ world, people, guest: browsers.guest, accounts: browsers })
  const things = new Map<ThingName, Promise<Thing>>()
  const sending = sendAs(world, browsers)
  return {
    world,
    app,
    parts,
    people,
    browsers,
    ended,
    send: (role, session = ended[0] as ShownSession) => sending(role, session),
    async settle() {
      await world.quiesce()
      for (const browser of Object.values(browsers)) await browser.get('/api/session')
    },
    thing(of) {
      const known = things.get(of) ?? make(of)
      things.set(of, known)
      return known
    },
    spend: (of) => void things.delete(of),
    canaries: new Map(),
    end: () => bare.end(),
  }
}

/** Writes the smallest possible build, in which every page is the empty one, and opens its pages. */
async function builtSite({ dir, context }: World): Promise<AppParts['site']> {
  const dist = path.join(dir, 'dist')
  await mkdir(path.join(dist, 'client'), { recursive: true })
  await writeFile(path.join(dist, 'client', 'index.html'), TEMPLATE)
  return {
    pages: await openPages(dist, { ...context.log, warn: () => {} }),
    files: await readStaticFiles(path.join(dist, 'client')),
  }
}

async function openBrowsers(world: World, people: People): Promise<Stage['browsers']> {
  const browsers = { guest: world.browser(), guest2: world.browser() } as Stage['browsers']
  for (const name of ['guest', 'guest2'] as const) await becomeGuest(browsers[name], name, people)
  const accounts: (AccountName & Role)[] = ['fan', 'fan2', 'athlete', 'athlete2', 'admin', 'test']
  for (const name of accounts) {
    browsers[name] = world.browser()
    await browsers[name].signIn(people[name])
  }
  return browsers
}
