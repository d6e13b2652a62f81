import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { KINDS } from './kind-list.ts'

const SERVER = new URL('../../', import.meta.url)
const page = readFileSync(new URL('../docs/faults.md', SERVER), 'utf8')
const part = page.split('\n## Which fault is met with where\n')[1] ?? ''
const named = (pattern: RegExp) => new Set([...part.matchAll(pattern)].map(([, name]) => name))

test('the page on faults names every kind of fault that is drawn, and none that is not', () => {
  expect([...named(/“(.*?)”/g)].sort()).toEqual([...KINDS].sort())
})

test('the tests that it names are there', () => {
  const files = new Set(
    readdirSync(SERVER, { recursive: true }).map((file) => String(file).split('/').at(-1)),
  )
  expect([...named(/`([\w-]+\.pg\.test\.ts)`/g)].filter((name) => !files.has(name ?? ''))).toEqual([])
})
