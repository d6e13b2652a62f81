import { randomUUID } from 'node:crypto'
import type { NewPasskey, PasskeyChallenge } from '../../../sync/account/passkey.ts'
import type { NewSecondFactor, RecoveryCodes, SafetyAnswer } from '../../../sync/account/safety.ts'
import { offerFirstAdmin } from '../../account/second-factor/first-admin.ts'
import { codeOf, stepAt } from '../../account/second-factor/totp.ts'
import { mailedToken } from '../../notify/mailed-token.ts'
import { answered } from '../actors.ts'
import { type Authenticator, openAuthenticator } from '../authenticator.ts'
import type { Browser } from '../browser.ts'
import { askerOf } from '../rights/people.ts'
import type { Person, World } from '../world.ts'
import type { MadeThing } from './lines.ts'
import { type Makers, missingThing, type Thing } from './thing.ts'

const FANS_PASSWORD = 'a password of the fan alone'

/** Those whose account may change and go without anybody of the table being touched. */
type Passer = 'passer' | 'leaver' | 'holder'
type Cast = Makers & { passer(name: Passer): Promise<Person> }

/** What is of an account: its password, sessions, second factor, and the links that are mailed for it. */
export function accountThings(makers: Makers) {
  const { world, accounts } = makers
  const passers = new Map<Passer, Promise<Person>>()
  const passer = (name: Passer) => {
    const known = passers.get(name) ?? world.makePerson({ role: 'basic', username: `cnr${name}` })
    passers.set(name, known)
    return known
  }
  const cast = { ...makers, passer }
  const fan = accounts.fan as Browser
  return {
    'password of fan': () => fansPassword(cast),
    'password of a passer-by': async () => ownPassword(world, await passer('passer')),
    'session of fan': () => sessionOf(cast),
    'key shown to fan': async () => newKey(world, fan, await fansPassword(cast)),
    'second factor of athlete': () => secondFactor(cast),
    ...passkeyThings(cast),
    'door of fan': async () => doorOf(fan, await fansPassword(cast), world),
    'door of a leaver': () => doorOfLeaver(cast),
    'leaving of a leaver': () => leaving(cast),
    'reset link of a passer-by': () => mailed(cast, 'passer', ['forgot-password', 'password-reset']),
    'sign-in link of a passer-by': () => mailed(cast, 'passer', ['send-link', 'sign-in-link']),
    'sign-up of a passer-by': () => signUp(world),
    'another address of a passer-by': () => otherAddress(cast),
    'link of the first admin': () => firstAdmin(world),
    'change of payouts': () => changeOfPayouts(cast),
  } satisfies Partial<Record<MadeThing, () => Promise<Thing>>>
}

/** Everybody of a world has the same password: the fan gets one of their own, so that another's is a wrong one. */
async function fansPassword({ world, people }: Makers): Promise<Thing> {
  const { fan } = people
  if (fan.password !== FANS_PASSWORD) {
    fan.password = FANS_PASSWORD
    await ownPassword(world, fan)
  }
  return { ...missingThing(), email: fan.email, password: fan.password }
}

/** An account has its person's password, whatever it was changed to. */
async function ownPassword({ context, database: { sql } }: World, person: Person): Promise<Thing> {
  const { id, email, password } = person
  await sql`
    update auth.account a set password = ${await context.passwords.hash(password)} from person p
    where p.id = ${id} and p.auth_id = a."userId"::text`
  return { ...missingThing(), email, password }
}

/** Of another device of the fan's. */
async function sessionOf(cast: Cast): Promise<Thing> {
  const { world, people } = cast
  const other = world.browser()
  await other.signIn(people.fan)
  const { body } = await other.get<SafetyAnswer>('/api/account/safety')
  const own = body.sessions.find(({ isThis }) => isThis)
  return { ...missingThing(), questionId: own?.id ?? '', password: people.fan.password }
}

async function forgetFactors({ database: { sql } }: World): Promise<void> {
  await sql`delete from second_factor`
  await sql`delete from passkey`
  await sql`delete from recovery_code`
}

/** A key that an app has been given, with the code it shows half a minute from now: good for longer than this one. */
async function newKey(world: World, browser: Browser, thing: Thing): Promise<Thing> {
  await forgetFactors(world)
  const { password } = thing
  const { body } = await browser.post<NewSecondFactor>('/api/account/begin-second-factor', { password })
  return { ...thing, sealed: body.sealed, code: await codeFor(world, body.key) }
}

async function codeFor({ context }: World, key: string): Promise<string> {
  return codeOf(fromBase32(key), stepAt(await context.clock.now()) + 1)
}

/** The key behind the letters that are typed into an app. */
export function fromBase32(text: string): Uint8Array {
  const bits = Array.from(text, (letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  ).join('')
  return Uint8Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

/** The athlete's, turned on; it is turned off by a code that is good at any time. */
async function secondFactor({ world, people, accounts }: Cast): Promise<Thing> {
  const athlete = accounts.athlete as Browser
  const { email, password } = people.athlete
  const thing = await newKey(world, athlete, { ...missingThing(), email, password })
  const { sealed, code } = thing
  const { body } = await athlete.post<RecoveryCodes>('/api/account/confirm-second-factor', { sealed, code })
  return { ...thing, code: body.recoveryCodes[0] ?? '' }
}

/** Passkeys, and what a device says of them: of the fan, and of somebody who signs in by one. */
function passkeyThings(cast: Cast) {
  const { world, people, accounts, passer } = cast
  const fan = accounts.fan as Browser
  const made = async (browser: Browser, device: Authenticator, password: string) => {
    await forgetFactors(world)
    const { body } = await browser.post<NewPasskey>('/api/account/begin-passkey', { password })
    return device.make(body)
  }
  const added = async (browser: Browser, device: Authenticator, password: string) => {
    const call = { ...(await made(browser, device, password)), name: 'Canary key' }
    await browser.post('/api/account/add-passkey', call)
    return { ...missingThing(), passkeyId: device.id }
  }
  return {
    'passkey of fan': () => added(fan, openAuthenticator(), people.fan.password),
    'passkey made by fan': async () => {
      const device = openAuthenticator()
      const { id, clientDataJSON, attestationObject } = await made(fan, device, people.fan.password)
      return {
        ...missingThing(),
        passkeyId: id,
        clientData: clientDataJSON,
        deviceData: attestationObject,
      }
    },
    'passkey of a holder': async () => {
      const [browser, device] = [world.browser(), openAuthenticator()]
      await forgetFactors(world)
      const holder = await passer('holder')
      await browser.signIn(holder)
      const thing = await added(browser, device, holder.password)
      const { body } = await browser.post<PasskeyChallenge>('/api/account/passkey-challenge', {})
      const { clientDataJSON, authenticatorData, signature } = device.sign(body)
      return { ...thing, clientData: clientDataJSON, deviceData: authenticatorData, signed: signature }
    },
  }
}

/** The door to the fan's own data, by their password; a copy is asked for by its id. */
async function doorOf(fan: Browser, thing: Thing, { database: { sql } }: World): Promise<Thing> {
  const { password } = thing
  const { body } = await fan.post<{ token: string }>('/api/account/open-mine', { password })
  const [door] = await sql<{ id: string }[]>`select id from mine_link order by created_at desc limit 1`
  return { ...thing, token: body.token, videoId: door?.id ?? '' }
}

/** What was asked for by a call, and the kind of mail it sends. */
type Mailing = readonly [call: string, kind: string]

/** Somebody has a link mailed to them: as much of the mail as its link. */
async function mailed({ world, passer }: Cast, name: Passer, [call, kind]: Mailing): Promise<Thing> {
  const { email, password } = await passer(name)
  await world.browser().post(`/api/account/${call}`, { email })
  return { ...missingThing(), email, password, token: await lastToken(world, kind) }
}

/** The passer-by wants another address: the link in the inbox they have. */
async function otherAddress({ world, passer }: Cast): Promise<Thing> {
  const person = await passer('passer')
  const { email, password } = await ownPassword(world, person)
  const browser = world.browser()
  await browser.signIn(person)
  await browser.post('/api/account/change-email', { email: `other.${randomUUID()}@fan.test`, password })
  return { ...missingThing(), email, password, token: await lastToken(world, 'email-change-old') }
}

/** The token of the last mail of a kind, which is made anew whenever that is rendered. */
async function lastToken({ context, database: { sql } }: World, kind: string): Promise<string> {
  const [mail] = await sql<{ id: string }[]>`
    select id from mail where kind = ${kind} order by created_at desc limit 1`
  return mailedToken(context.secrets.mailedLink, mail?.id ?? '')
}

/** It waits, because something was earned, and the mail that tells of it can stop it. */
async function changeOfPayouts({ world, accounts, people }: Cast): Promise<Thing> {
  const athlete = accounts.athlete as Browser
  await haveEarned({ world, people })
  await athlete.post('/api/payout-handle', { handle: `canary handle ${randomUUID()}` })
  return { ...missingThing(), token: await lastToken(world, 'payout-change') }
}

/** The athlete has answered a question that was paid for. */
async function haveEarned({ world, people }: Pick<Cast, 'world' | 'people'>): Promise<void> {
  const { athlete, admin } = people
  const earned = await world.database.sql`
    select from ledger_entry where account = 'athlete_payable' and person_id = ${athlete.id} limit 1`
  if (earned.length === 0) await answered({ world, athlete, admin })
}

/** Whoever was leaving has come back before. */
async function doorOfLeaver(cast: Cast): Promise<Thing> {
  const { world } = cast
  await world.browser().post('/api/account/keep', { token: await lastToken(world, 'leaving') })
  return mailed(cast, 'leaver', ['mine-link', 'mine-link'])
}

async function leaving(cast: Cast): Promise<Thing> {
  const door = await doorOfLeaver(cast)
  await cast.world.browser().post('/api/account/leave', { token: door.token })
  return { ...door, token: await lastToken(cast.world, 'leaving') }
}

/** Somebody new who has chosen a password and has been mailed the link that makes the account. */
async function signUp(world: World): Promise<Thing> {
  const { context, database } = world
  const name = `joiner${randomUUID().slice(0, 8)}`
  const person = { ...askerOf('visitor'), email: `cnr.${name}@join.test` }
  const networks = { instagram: null, tiktok: null, x: null }
  const joining = { person, username: name, password: 'a chosen password', networks }
  await world.browser().post('/api/account/join-fan', joining)
  const [kept] = await database.sql<{ mailId: string }[]>`
    select mail_id as "mailId" from joining where email = ${person.email}`
  return {
    ...missingThing(),
    email: person.email,
    password: joining.password,
    token: mailedToken(context.secrets.mailedLink, kept?.mailId ?? ''),
  }
}

/** The link the server tells while there is no admin with a second factor, and the key it leads to. */
async function firstAdmin(world: World): Promise<Thing> {
  const { context, database } = world
  await forgetFactors(world)
  await database.sql`delete from auth.verification where identifier = 'first-admin'`
  const path = (await offerFirstAdmin(context)) ?? ''
  const [token, email] = [path.split('token=')[1] ?? '', `cnr.first${randomUUID().slice(0, 8)}@admin.test`]
  const call = { token, email }
  const { body } = await world.browser().post<NewSecondFactor>('/api/account/begin-first-admin', call)
  return { ...missingThing(), ...call, sealed: body.sealed, code: await codeFor(world, body.key) }
}
