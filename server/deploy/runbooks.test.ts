import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = path.join(import.meta.dirname, '../../docs/runbooks')

test('every command of a runbook reaches the database past the pooler, on whose connections what it sets would stay', () => {
  const commands = readdirSync(FOLDER)
    .flatMap((name) => readFileSync(path.join(FOLDER, name), 'utf8').split('\n'))
    .flatMap((line) => line.match(/[^`]*\b(?:pg_dump|pg_restore|psql) ["-][^`]*/g) ?? [])
  const isDirect = /DATABASE_DIRECT_URL|exec -T (primary|standby) /
  expect(commands.length).toBeGreaterThan(2)
  expect(commands.filter((command) => !isDirect.test(command))).toEqual([])
})
