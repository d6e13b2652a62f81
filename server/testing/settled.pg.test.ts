import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PullAnswer } from '../../sync/protocol.ts'
import { pull, signedIn } from './actors.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { openWorld, type World } from './world.ts'

let world: World
let elsewhere: TestDatabase
beforeAll(async () => {
  world = await openWorld()
  elsewhere = await testDatabase()
})
afterAll(async () => {
  await elsewhere.drop()
  await world.end()
})

/**
 * Opens a writing transaction in another database of the cluster, as another test does. Returns a function that ends
 * it.
 */
async function openWriter() {
  const open = Promise.withResolvers<void>()
  const told = Promise.withResolvers<void>()
  const ended = elsewhere.sql.begin(async (tx) => {
    await tx`insert into guest (id) values (gen_random_uuid())`
    open.resolve()
    await told.promise
  })
  await open.promise
  return async () => {
    told.resolve()
    await ended
  }
}

test('a pull waits for the older writers of other tests', async () => {
  const person = await world.makePerson({ role: 'basic' })
  const browser = await signedIn(world, person)
  const endWriter = await openWriter()
  await world.database.sql`update person set sport = 'Judo' where id = ${person.id}`
  const request = { protocol: 1, collection: 'people', checkpoint: null, limit: 100 }
  expect((await browser.post<PullAnswer>('/sync/pull', request)).body.documents).toEqual([])
  const pulled = pull(browser, 'people')
  await endWriter()
  expect((await pulled).documents).toMatchObject([{ sport: 'Judo' }])
})
