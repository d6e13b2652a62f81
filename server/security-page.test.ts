import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../', import.meta.url)
const page = readFileSync(new URL('docs/security.md', ROOT), 'utf8')

/**
 * Returns a file that the page names, under `server/` unless another folder is named; null where it does not
 * exist.
 */
function fileOf(name: string): URL | null {
  const places = [name, `server/${name}`].map((place) => new URL(place, ROOT))
  return places.find((place) => existsSync(place)) ?? null
}

test('the page on security names files that are there', () => {
  const names = [...page.matchAll(/`([\w./-]+\.(?:tsx?|md))`/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(200)
  expect([...new Set(names)].filter((name) => fileOf(name) === null)).toEqual([])
})

test('and tests that are there', () => {
  const named = [...page.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:[^`“\n|]*“[^”]+”)+)/g)].flatMap(
    ([, file = '', names = '']) => [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
  )
  expect(named.length).toBeGreaterThan(150)
  const texts = new Map(
    named.map(({ file }) => [file, readFileSync(fileOf(file) ?? expect.fail(`no ${file}`), 'utf8')]),
  )
  expect(named.filter(({ file, name }) => !texts.get(file)?.includes(name))).toEqual([])
})

test('it has a verdict on each of the 70 and 183 requirements of levels 1 and 2, and counts them right', () => {
  const rows = [...page.matchAll(/^\| ([\d., ]+) \| [12/]+ \| [^|]+ \| (held|n\/a|\*\*not held\*\*) \| /gm)]
  const verdicts = rows.flatMap(([, numbers = '', verdict = '']) =>
    numbers.split(', ').map((number) => ({ number, verdict })),
  )
  expect(new Set(verdicts.map(({ number }) => number)).size).toBe(253)
  const count = (wanted: string) => verdicts.filter(({ verdict }) => verdict === wanted).length
  expect(page).toContain(`| **All 253** | ${count('held')} | ${count('n/a')} | ${count('**not held**')} |`)
})
