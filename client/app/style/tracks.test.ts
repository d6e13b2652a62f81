import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('no column of a grid grows to its longest word: a share of the room is written minmax(0,1fr)', () => {
  const columns = globSync('client/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/grid-cols-\[([^\]]+)\]/g)].map(
      ([, tracks = '']) => [file, tracks] as const,
    ),
  )
  expect(columns.length).toBeGreaterThan(20)
  const growing = columns.filter(([, tracks]) => tracks.split('_').some((track) => /^[\d.]+fr$/.test(track)))
  expect(growing).toEqual([])
})
