import { readFile, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { chalkOfSport } from '../../sync/athlete/chalk-of-sport.ts'
import { DEMO_ATHLETES } from './athletes.ts'

const publicFile = (path: string) => new URL(`../../public${path}`, import.meta.url)
const KIB = 1_024

test('every athlete of the demo has a portrait and a cover, and all of them are small', async () => {
  const faces = DEMO_ATHLETES.map(({ username }) => `/faces/${username}.webp`)
  const covers = DEMO_ATHLETES.flatMap(
    ({ covers, sport }) => covers ?? [`/covers/ground-${chalkOfSport(sport)}.svg`],
  )
  let bytes = 0
  for (const path of new Set([...faces, ...covers])) {
    const { size } = await stat(publicFile(path))
    expect(size, path).toBeLessThan(40 * KIB)
    bytes += size
  }
  expect(bytes).toBeLessThan(600 * KIB)
})

test('no two of them have the same face', async () => {
  const files = await Promise.all(
    DEMO_ATHLETES.map(({ username }) => readFile(publicFile(`/faces/${username}.webp`))),
  )
  expect(new Set(files.map((file) => file.toString('base64'))).size).toBe(DEMO_ATHLETES.length)
  for (const file of files) expect(file.subarray(8, 12).toString()).toBe('WEBP')
})
