import { expect, test } from 'vitest'
import { readEnv } from './env.ts'
import { warningsOf } from './warnings.ts'

const warned = (source: object) => {
  const read = readEnv({})
  if (!read.ok) throw new Error('no environment')
  return warningsOf({ ...read.env, ...source })
}

test('production behind a proxy that tells no addresses is a warning; anything else is none', () => {
  expect(warned({ mode: 'production' })).toEqual([expect.stringContaining('CLIENT_ADDRESS_HEADER is not set')])
  expect(warned({ mode: 'production', clientAddressHeader: 'x-forwarded-for' })).toEqual([])
  expect(warned({ mode: 'development' })).toEqual([])
})
