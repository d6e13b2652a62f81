import { expect, test } from 'vitest'
import { eachAlone } from './each-alone.ts'

/** Runs three rows, of which those with an error fail, and returns the rows that were tried and what was thrown. */
async function run(errors: Record<number, unknown>) {
  const tried: number[] = []
  const thrown = await eachAlone([1, 2, 3], async (row) => {
    tried.push(row)
    if (row in errors) throw errors[row]
  }).catch((error: unknown) => error)
  return { tried, thrown }
}

test('a row that fails keeps no other from its turn, and its error is thrown at the end', async () => {
  const error = new Error('no bytes')
  expect(await run({})).toEqual({ tried: [1, 2, 3], thrown: undefined })
  expect(await run({ 1: error })).toEqual({ tried: [1, 2, 3], thrown: error })
})

test('several errors are thrown together', async () => {
  const [first, last] = [new Error('no bytes'), new Error('no row')]
  const { tried, thrown } = await run({ 1: first, 3: last })
  expect(tried).toEqual([1, 2, 3])
  expect(thrown).toMatchObject({ errors: [first, last], message: expect.stringContaining('no bytes') })
})

test('a database that is away ends the round at once', async () => {
  const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
  expect(await run({ 2: away })).toEqual({ tried: [1, 2], thrown: away })
})
