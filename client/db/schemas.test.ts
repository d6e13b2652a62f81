import { createHash } from 'node:crypto'
import { addRxPlugin, createRxDatabase } from 'rxdb/plugins/core'
import { disableWarnings, RxDBDevModePlugin } from 'rxdb/plugins/dev-mode'
import { RxDBMigrationSchemaPlugin } from 'rxdb/plugins/migration-schema'
import { getRxStorageMemory } from 'rxdb/plugins/storage-memory'
import { wrappedValidateAjvStorage } from 'rxdb/plugins/validate-ajv'
import { describe, expect, test } from 'vitest'
import { COLLECTION_NAMES } from '../../sync/collections.ts'
import { MIGRATIONS, SCHEMAS } from './schemas.ts'

disableWarnings()
addRxPlugin(RxDBDevModePlugin)
addRxPlugin(RxDBMigrationSchemaPlugin)

/** The hash of every shipped schema version. A changed schema takes the next version and a new line here. */
const SHIPPED: Record<string, string> = {
  'people 0': 'b68b65f172b8961c',
  'people 1': '91694076d7b16a2a',
  'people 2': '1b60869cc5a351d9',
  'questions 1': '29aae3ec230740c7',
  'questions 2': '29aae3ec230740c7',
  'answers 1': 'cf69f1e4bb3f7e1c',
  'conversations 0': 'e9c449b6877ac01a',
  'questions 0': '8f4213647713618c',
  'answers 0': '6e3eae23fbfb5574',
  'drafts 0': '2908d2187c7e8e82',
}

describe('the schemas of the replicated documents', () => {
  test('are ones that RxDB takes in its strictest mode', async () => {
    const storage = wrappedValidateAjvStorage({ storage: getRxStorageMemory() })
    const database = await createRxDatabase({ name: 'schemas', storage, multiInstance: false })
    const collections = Object.fromEntries(
      COLLECTION_NAMES.map((name) => [
        name,
        { schema: SCHEMAS[name] as never, migrationStrategies: MIGRATIONS[name] ?? {} },
      ]),
    )
    await database.addCollections(collections)
    expect(Object.keys(database.collections).sort()).toEqual([...COLLECTION_NAMES].sort())
    await database.close()
  })

  test.each(COLLECTION_NAMES)(
    '%s differs from what was shipped under its version only with a new version',
    (name) => {
      const { version, ...rest } = SCHEMAS[name]
      const fingerprint = createHash('sha256').update(JSON.stringify(rest)).digest('hex').slice(0, 16)
      const advice =
        SHIPPED[`${name} ${version}`] === undefined
          ? `${name} ${version} is new: add '${name} ${version}': '${fingerprint}' to SHIPPED of client/db/schemas.test.ts`
          : `the schema of ${name} has changed: give it version ${version + 1} and a migration in client/db/schemas.ts`
      expect(fingerprint, advice).toBe(SHIPPED[`${name} ${version}`])
    },
  )

  test('what was asked once more, as the build before kept it, has no video', () => {
    const toSecond = MIGRATIONS.questions?.[2]
    const clarification = { text: 'Which hand?', reply: 'The left one.' }
    expect(toSecond?.({ id: 'q', clarification })).toEqual({
      id: 'q',
      clarification: { ...clarification, video: null },
    })
    expect(toSecond?.({ id: 'q', clarification: null })).toEqual({ id: 'q', clarification: null })
  })

  test('the free edition of RxDB has room for all of them at once', () => {
    expect(COLLECTION_NAMES.length).toBeLessThanOrEqual(13)
  })
})
