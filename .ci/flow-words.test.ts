import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lookedFor, unsaidParts } from './flow-words.ts'
import { isTest, listSources } from './sources.ts'

/** Converts source text to how a screen shows it: without escapes, and with one space for each line break. */
const plain = (source: string) => source.replace(/\\'/g, "'").replace(/\s+/g, ' ')

const read = (paths: string[]) => paths.map((path) => readFileSync(path, 'utf8'))

test('what a flow looks for on a screen is said somewhere in the product, or typed by a flow', () => {
  const sources = listSources()
  const product = sources.filter(
    (path) => /^(client|server|sync)\//.test(path) && !isTest(path) && !path.startsWith('server/testing/'),
  )
  const flows = sources.filter((path) => /^e2e\/(?!bench|media)/.test(path))
  const typed = read(flows).flatMap((source) => source.match(/\b(fill|toHaveValue)\(.*/g) ?? [])
  const said = plain([...read(product), ...typed].join('\n'))
  const unsaid = flows.flatMap((path) =>
    lookedFor(readFileSync(path, 'utf8')).flatMap((text) =>
      unsaidParts(text, said).map((part) => `${path}: “${part}” of “${text}”`),
    ),
  )
  expect(unsaid).toEqual([])
})

test('texts are taken of what is looked for, and of nothing else', () => {
  const source = `
    await page.getByRole('button', { name: 'Send the answer', exact: true }).click()
    await visit.press({ button: 'Undo: it went', path: 'not a text' })
    await page.getByLabel('Subject').fill('What I type')
    await expect(page.locator('h1 h2')).toHaveText('Your response has arrived')`
  expect(lookedFor(source)).toEqual(['Send the answer', 'Undo: it went', 'Your response has arrived'])
})

test.each([
  ['$50 was charged', []],
  ['2 answers are safe on this device', []],
  ['An answer from Wesley costs $99 now', []],
  ['The hold was let go', ['The hold was let go']],
  ['2 answers are kept safe here', ['answers are kept safe here']],
])('of “%s” the parts that nobody says: %j', (text, parts) => {
  const said =
    'was charged · answers are · safe on this device · An answer from · costs · now · The hold was released'
  expect(unsaidParts(text, said)).toEqual(parts)
})
