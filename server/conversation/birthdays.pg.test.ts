import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../sync/limits.ts'
import { ageInYears } from '../../sync/moment.ts'
import type { PullAnswer } from '../../sync/protocol.ts'
import { pull, signedIn } from '../testing/actors.ts'
import { advanceClock, setClock } from '../testing/clock.ts'
import { Device, freshCopy } from '../testing/rights/device.ts'
import { openWorld, type Person, type World } from '../testing/world.ts'
import { keepBirthdays } from './birthdays.ts'

const day = 24 * HOUR_MS
/** Month and day, in order, around the ends of a year and of a February. */
const DAYS = ['0101', '0102', '0227', '0228', '0229', '0301', '0302', '0831', '1231']

let world: World
beforeAll(async () => {
  world = await openWorld()
  // in summer, so that tomorrow is never 29 February
  await setClock(world.database.sql, new Date(Date.UTC(new Date().getUTCFullYear() + 1, 5, 10, 12)))
})
afterAll(() => world.end())

/** Makes a conversation with a fan born on a day, and returns the athlete's device. */
async function met(birthDate: string) {
  const { sql } = world.database
  const fan = await world.makePerson({ role: 'basic' })
  const athlete = await world.makePerson({ role: 'creator' })
  await sql`
    update person set birth_date = ${birthDate}, picture_url = '/p/fan', username = ${`ada${fan.id.slice(0, 8)}`}
    where id = ${fan.id}`
  await sql`
    insert into conversation (id, fan_id, athlete_id, opened_at)
    values (gen_random_uuid(), ${fan.id}, ${athlete.id}, app_now())`
  return { fan, device: await deviceOf(athlete) }
}

/** Makes a device that pulls only what is new to it; `anew` returns what a new device would pull. */
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
    browser,
  }
}

const partnersOf = ({ documents }: PullAnswer) =>
  documents.map((each) => (each as unknown as { partner: object }).partner)

/** Returns the birth date that lies this many years back from a day near today, on the test clock. */
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
    const live = new Device(device.browser, 'athlete', () => 100)
    const held = () => [...live.held.conversations.documents.values()]
    const anew = async () => [...(await freshCopy(device.browser, 'conversations')).values()]
    await live.connect()
    await expect.poll(held, { timeout: 10_000 }).toMatchObject([{ partner: { age: 29, city: 'Oslo' } }])
    await nextDay()
    expect(await anew()).toEqual(held())
    await world.quiesce()
    await expect.poll(held, { timeout: 10_000 }).toMatchObject([{ partner: { age: 30 } }])
    expect(await anew()).toEqual(held())
    await live.disconnect()
    expect(await device.pulls()).toMatchObject([{ age: 30 }])
    await nextDay()
    await world.quiesce()
    expect(await device.pulls()).toEqual([])
  })

  test('D12 D104 the eighteenth shows age, city and picture; one before it is not told at all', async () => {
    const grown = await met(await bornBefore(18, 1))
    const young = await met(await bornBefore(16, 1))
    const hidden = [{ age: 'under 18', username: null, city: null, pictureUrl: null }]
    expect(await grown.device.pulls()).toMatchObject(hidden)
    expect(await young.device.pulls()).toMatchObject(hidden)
    await nextDay()
    await world.quiesce()
    expect(await grown.device.pulls()).toMatchObject([
      { age: 18, username: expect.stringMatching(/^ada/), city: 'Oslo', pictureUrl: '/p/fan' },
    ])
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

  test('D10 day by day the age in the row is the one of the rule, of those born on a 29 February too', async () => {
    const { sql } = world.database
    await sql`
      insert into person (id, role, first_name, last_name, email, birth_date)
      select gen_random_uuid(), 'basic', 'Born', 'Then', day || '@born.test', day::date
      from generate_series('1903-02-26'::date, '2019-03-03', '1 day') day where to_char(day, 'MMDD') = any (${DAYS})`
    const first = (await advanceClock(sql, 0)).getUTCFullYear() + 1
    // four years include a leap year
    for (const year of [first, first + 1, first + 2, first + 3]) {
      for (const date of DAYS) {
        const now = Date.UTC(year, Number(date.slice(0, 2)) - 1, Number(date.slice(2)))
        // this year has no 29 February
        if (date === '0229' && new Date(now).getUTCDate() !== 29) continue
        await setClock(sql, new Date(now))
        await keepBirthdays(world.context)
        const rows = await sql<{ birth: string; age: number }[]>`
          select birth_date::text as birth, shown_age as age from person where email like '%@born.test'`
        expect(rows.length).toBeGreaterThan(700)
        expect(rows.filter(({ birth, age }) => age !== Math.max(17, ageInYears(birth, now)))).toEqual([])
      }
    }
  })
})
