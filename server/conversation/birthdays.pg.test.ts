import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ageInYears } from '../../sync/moment.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { pull, signedIn } from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { advanceClock, setClock } from '../testing/clock.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { keepBirthdays } from './birthdays.ts'

const day = 24 * 3600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
  // a summer: whatever day it is, tomorrow is no 29 February
  await setClock(world.database.sql, new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 10, 12)))
})
afterAll(() => world.end())

/** A conversation of a fan born on a day, and the athlete's device in it. */
async function met(birthDate: string) {
  const { sql } = world.database
  const fan = await world.makePerson({ role: 'basic' })
  const athlete = await world.makePerson({ role: 'creator' })
  await sql`update person set birth_date = ${birthDate}, picture_url = '/p/fan' where id = ${fan.id}`
  await sql`
    insert into conversation (id, fan_id, athlete_id, opened_at)
    values (gen_random_uuid(), ${fan.id}, ${athlete.id}, app_now())`
  return { fan, device: await deviceOf(athlete) }
}

/** A device that pulls what is new to it, again and again; `anew` is what another one gets at once. */
async function deviceOf(athlete: Person) {
  const browser = await signedIn(world, athlete)
  let checkpoint: PullAnswer['checkpoint'] | null = null
  return {
    async pulls() {
      const answer = await pull(browser, 'conversations', checkpoint)
      checkpoint = answer.checkpoint
      return partnersOf(answer)
    },
    anew: async () => partnersOf(await pull(browser, 'conversations')),
    stream: () => streamOf(browser),
  }
}

const partnersOf = ({ documents }: PullAnswer) =>
  documents.map((each) => (each as unknown as { partner: object }).partner)

async function streamOf(browser: Browser) {
  const stream = await browser.request('/sync/stream?protocol=1')
  const reader = stream.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  return {
    async until(wanted: string) {
      while (!text.includes(wanted)) {
        const { value, done } = (await reader?.read()) ?? { value: undefined, done: true }
        if (done) throw new Error(`the stream ended with ${text}`)
        text += decoder.decode(value)
      }
    },
    end: () => reader?.cancel(),
  }
}

/** A day so many years and days from today on the test clock, as a birth date. */
async function bornBefore(years: number, days = 0): Promise<string> {
  const [row] = await world.database.sql<{ day: string }[]>`
    select ((app_now() at time zone 'utc')::date + ${days}::int - make_interval(years => ${years}))::date::text as day`
  return row?.day ?? ''
}

async function nextDay() {
  const now = await advanceClock(world.database.sql, 0)
  await setClock(world.database.sql, new Date(Math.floor(now.getTime() / day + 1) * day))
}

describe("a partner's birthday", () => {
  test('S1 D104 it is told to a device that had pulled before, and until then a new one is told the same', async () => {
    const { device } = await met(await bornBefore(30, 1))
    expect(await device.pulls()).toMatchObject([{ age: 29, city: 'Oslo' }])
    const stream = await device.stream()
    await stream.until('event: ready')
    await nextDay()
    expect(await device.anew()).toMatchObject([{ age: 29 }])
    expect(await device.pulls()).toEqual([])
    await world.quiesce()
    await stream.until('{"collection":"conversations"}')
    await stream.end()
    expect(await device.pulls()).toMatchObject([{ age: 30 }])
    expect(await device.anew()).toMatchObject([{ age: 30 }])
    await nextDay()
    await world.quiesce()
    expect(await device.pulls()).toEqual([])
  })

  test('D12 D104 the eighteenth shows age, city and picture; one before it is not told at all', async () => {
    const grown = await met(await bornBefore(18, 1))
    const young = await met(await bornBefore(16, 1))
    const hidden = [{ age: 'under 18', city: null, pictureUrl: null }]
    expect(await grown.device.pulls()).toMatchObject(hidden)
    expect(await young.device.pulls()).toMatchObject(hidden)
    await nextDay()
    await world.quiesce()
    expect(await grown.device.pulls()).toMatchObject([{ age: 18, city: 'Oslo', pictureUrl: '/p/fan' }])
    expect(await young.device.pulls()).toEqual([])
    expect(await young.device.anew()).toMatchObject(hidden)
  })

  test('a birth date that is put right, or taken away, is told like anything else', async () => {
    const { sql } = world.database
    const { fan, device } = await met(await bornBefore(40))
    expect(await device.pulls()).toMatchObject([{ age: 40 }])
    await sql`update person set birth_date = ${await bornBefore(17)} where id = ${fan.id}`
    expect(await device.pulls()).toMatchObject([{ age: 'under 18', city: null }])
    await sql`update person set birth_date = null where id = ${fan.id}`
    expect(await device.pulls()).toMatchObject([{ age: null }])
    const [row] = await sql`select shown_age, shown_age_until from person where id = ${fan.id}`
    expect(row).toEqual({ shown_age: null, shown_age_until: null })
  })

  test('years in which no server ran are made up for at once; somebody else at work on a person holds nobody up', async () => {
    const { sql } = world.database
    const [held, free] = [await met(await bornBefore(50, 1)), await met(await bornBefore(60, 1))]
    await Promise.all([held.device.pulls(), free.device.pulls()])
    await advanceClock(sql, 5 * 366 * day)
    await sql.begin(async (tx) => {
      await tx`select from person where id = ${held.fan.id} for share`
      await keepBirthdays(world.context)
    })
    const ages = () => sql<{ id: string; age: number }[]>`
      select id, shown_age as age from person where id in ${sql([held.fan.id, free.fan.id])} order by shown_age`
    expect((await ages()).map(({ age }) => age)).toEqual([49, 65])
    await keepBirthdays(world.context)
    expect((await ages()).map(({ age }) => age)).toEqual([55, 65])
  })

  test('D10 on every day around it the age in the row is the one of the rule, a 29 February among them', async () => {
    const { sql } = world.database
    const rows = await sql<{ birth: string; on: string; years: number; until: string }[]>`
      with born as (select day::date as birth from generate_series('1903-02-26'::date, '2005-03-03', '1 day') day
          where to_char(day, 'MMDD') in ('0101', '0227', '0228', '0229', '0301', '0302', '0831', '1231')),
        looked as (select day::date as on from generate_series('2026-12-30'::date, '2029-03-03', '1 day') day
          where to_char(day, 'MMDD') in ('0101', '0102', '0227', '0228', '0229', '0301', '0302', '0830', '0831', '1230', '1231')),
        told as (select birth, looked.on, (extract(year from looked.on) - extract(year from birth))::int as most from born, looked)
      select birth::text, told.on::text, case when birthday(birth, most) > told.on then most - 1 else most end as years,
        birthday(birth, case when birthday(birth, most) > told.on then most else most + 1 end)::text as until from told`
    expect(rows.length).toBeGreaterThan(10_000)
    const wrong = rows.filter(({ birth, on, years, until }) => {
      const at = (text: string) => Date.parse(text)
      return (
        years !== ageInYears(birth, at(on)) ||
        ageInYears(birth, at(until)) !== years + 1 ||
        ageInYears(birth, at(until) - 1) !== years
      )
    })
    expect(wrong).toEqual([])
  })
})
