import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CAPABILITIES } from './roles.ts'

const PAGE = new URL('../docs/permissions.md', import.meta.url)

test('the page on permissions names every capability and who has it', () => {
  const rows = readFileSync(PAGE, 'utf8').matchAll(/^\| `([a-z-]+)` \| ([a-z, ]+) \|$/gm)
  const told = Object.fromEntries([...rows].map(([, name = '', roles = '']) => [name, roles.split(', ')]))
  expect(CAPABILITIES).toEqual(told)
})
