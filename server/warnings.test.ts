import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { AMPLE } from './media/room.ts'
import { busWarningOf } from './sync/bus/bus-warning.ts'
import { warningsOf } from './warnings.ts'

const warned = (source: object, room = AMPLE) => {
  const read = readEnv({})
  if (!read.ok) throw new Error('no environment')
  return warningsOf({ env: { ...read.env, ...source, renditions: false }, converter: null }, room)
}

test('production behind a proxy that tells no addresses is a warning; anything else is none', () => {
  expect(warned({ mode: 'production' })).toEqual([
    expect.stringContaining('CLIENT_ADDRESS_HEADER is not set'),
  ])
  expect(warned({ mode: 'production', clientAddressHeader: 'x-forwarded-for' })).toEqual([])
  expect(warned({ mode: 'development' })).toEqual([])
})

test('so is a disk of which less than a tenth is free', () => {
  expect(warned({}, { freeBytes: 99, totalBytes: 1_000 })).toEqual([expect.stringContaining('tenth')])
  expect(warned({}, { freeBytes: 100, totalBytes: 1_000 })).toEqual([])
})

test('so is a broker that is not heard', () => {
  const read = readEnv({})
  if (!read.ok) throw new Error('no environment')
  const heardBy = (isHeard: boolean) => {
    const busWarning = () => busWarningOf({ kind: 'nats', isHeard })
    return warningsOf({ env: { ...read.env, renditions: false }, converter: null, busWarning }, AMPLE)
  }
  expect(heardBy(false)).toEqual([expect.stringContaining('the broker that BUS names')])
  expect(heardBy(true)).toEqual([])
})

test('so is a certificate that browsers do not take', () => {
  const read = readEnv({})
  if (!read.ok) throw new Error('no environment')
  const env = { ...read.env, renditions: false }
  const siteWarning = () => 'it ends'
  expect(warningsOf({ env, converter: null, siteWarning }, AMPLE)).toEqual(['it ends'])
})
