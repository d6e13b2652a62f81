import { readFile, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { describeSchema } from '../testing/describe-schema.ts'

const FILE = new URL('./schema.sql', import.meta.url)

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('schema.sql shows what the migrations make', async () => {
  const now = await describeSchema(database.sql)
  if (process.env.WRITE_SCHEMA) await writeFile(FILE, now)
  expect(now, 'write it anew with: npm run schema').toBe(await readFile(FILE, 'utf8'))
})
