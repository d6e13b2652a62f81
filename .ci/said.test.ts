import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { habitsIn } from './habits.ts'
import { textsIn } from './said.ts'
import { isTest, listSources } from './sources.ts'

/** The files whose texts people read: screens, mails, pushes, refusals, legal pages. */
const SAID =
  /^(client\/(?!dev\/|testing\/)|server\/(?!testing\/|dev\/)|sync\/(copy\.ts|text\/|question\/flags))/

test('no sentence that people read has a habit of the list, or is too long to be read on a phone', () => {
  const found = listSources()
    .filter((path) => SAID.test(path) && !isTest(path))
    .flatMap((path) =>
      textsIn(readFileSync(path, 'utf8'), path).flatMap((text) =>
        habitsIn(text).map((habit) => `${path}: ${habit}: ${text.trim()}`),
      ),
    )
  expect(found).toEqual([])
})

test('texts are found where they stand, and what programs read is none', () => {
  const source = `
    import x from 'not a text this'
    const a = \`The answer of \${name} is here\`
    const b = <p className="not a text either" title="What a title says">Nothing is asked for here.</p>
    const c = sql\`select a from b where c\``
  expect(textsIn(source, 'a.tsx')).toEqual([
    'The answer of ',
    'What a title says',
    'Nothing is asked for here.',
  ])
})

test.each([
  'The answer of ',
  'It opens nothing any more.',
  'You see it no more.',
  'Should you lose it, write.',
  'Sign up anew.',
  'It is saved on this device and sent by itself.',
  'It is no video, or it is too large.',
  'What you shared was not taken.',
  'The announcement goes at once all the same.',
  'Without any, your sport’s lines stand there.',
  'You earn nothing by it.',
  'Who cannot hear the answer can read it.',
  'Tell me when a question is approved.',
  'Nobody fits. Try fewer letters.',
])('a habit is noticed: %s', (text) => expect(habitsIn(text)).toHaveLength(1))
test.each([
  'Nora’s answer is here.',
  'No more than 60 seconds.',
  'Should you pay for this?',
  'This is no longer open.',
])('good words are not: %s', (text) => expect(habitsIn(text)).toEqual([]))
