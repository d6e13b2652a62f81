import { expect, it } from 'vitest'
import { findFunctions } from './functions.ts'

const namesAndLines = (source: string) =>
  findFunctions(source, true).map(({ name, line, lines, isChapter }) => [name, line, lines, isChapter])

it('finds every kind of function, by name, with its lines', () => {
  const source = `// é: the columns are counted in bytes
export function declared() {
  return 1
}
export const arrow = () => 2
const Card = memo(() => {
  return <p />
})
class Shelf {
  take() {
    return 3
  }
}
const table = { pick() {}, keep: async () => {} }
`
  expect(namesAndLines(source)).toEqual([
    ['declared', 2, 3, false],
    ['arrow', 5, 1, false],
    ['Card', 6, 3, false],
    ['take', 10, 3, false],
    ['pick', 14, 1, false],
    ['keep', 14, 1, false],
  ])
})

it('knows the callback of describe as a chapter, and the tests inside as functions', () => {
  const source = `describe.each([1])('all', () => {
  it('one', () => {
    expect(1)
  })
})
test.describe('browser', () => {})
`
  expect(namesAndLines(source)).toEqual([
    ['', 1, 5, true],
    ['', 2, 3, false],
    ['', 6, 1, true],
  ])
})
