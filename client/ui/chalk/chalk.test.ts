import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { type ChalkName, chalkOfSport } from '../../../sync/athlete/chalk-of-sport.ts'

const GROUNDS: Record<ChalkName, true> = {
  lanes: true,
  key: true,
  circle: true,
  pool: true,
  ring: true,
  wall: true,
  court: true,
  net: true,
  gridiron: true,
  diamond: true,
  velodrome: true,
  mat: true,
  barbell: true,
  target: true,
  water: true,
  green: true,
  track: true,
}

test('every ground is drawn, with its mark, and nothing else is', async () => {
  const file = await readFile(new URL('./chalk.svg', import.meta.url), 'utf8')
  const drawn = [...file.matchAll(/<g id="([^"]+)"/g)].map(([, id]) => id)
  expect(drawn.sort()).toEqual(
    Object.keys(GROUNDS)
      .flatMap((name) => [name, `${name}-mark`])
      .sort(),
  )
})

test('a sport finds its ground whatever its case, and an unknown one gets the track', () => {
  expect(chalkOfSport('Basketball')).toBe('key')
  expect(chalkOfSport(' track & FIELD ')).toBe('lanes')
  expect(chalkOfSport('Equestrian')).toBe('track')
  expect(chalkOfSport(null)).toBe('track')
})
