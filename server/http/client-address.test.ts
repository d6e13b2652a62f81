import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { clientAddress, countedAddress, networksAround, widestNetwork } from './client-address.ts'

async function addressOf(
  header: string | null,
  { told, connection }: { told?: string; connection?: string },
) {
  const app = new Hono<AppEnv>()
  app.use(clientAddress({ clientAddressHeader: header }))
  app.get('/', (c) => c.text(c.var.clientAddress))
  const env = connection ? { incoming: { socket: { remoteAddress: connection } } } : {}
  const headers: Record<string, string> = told ? { 'x-forwarded-for': told, 'x-client-ip': told } : {}
  return (await app.request('/', { headers }, env)).text()
}

test('a household has one address: IPv6 counts by its /64', () => {
  expect(countedAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(countedAddress('2001:DB8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(countedAddress('2001:db8:1:2::9')).toBe('2001:db8:1:2::/64')
  expect(countedAddress('::1')).toBe('0:0:0:0::/64')
  expect(countedAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(countedAddress('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('D116 around an address are the networks that one sender may have to themselves', () => {
  expect(networksAround('192.0.2.7')).toEqual([{ network: '192.0.2.0/24', room: 8 }])
  expect(networksAround('2001:db8:1:2f3::/64')).toEqual([
    { network: '2001:db8:1:200::/56', room: 2 },
    { network: '2001:db8:1::/48', room: 4 },
  ])
  expect(networksAround(countedAddress('::1') ?? '').map(({ network }) => network)).toEqual([
    '0:0:0:0::/56',
    '0:0:0::/48',
  ])
  expect(widestNetwork('2001:db8:1:2::/64')).toBe('2001:db8:1::/48')
  expect([networksAround('test'), widestNetwork('test')]).toEqual([[], 'test'])
})

test.each(['', 'unknown', '192.0.2', '192.0.2.7:80', '<script>', '2001:db8::/64'])(
  '%j is no address',
  (text) => {
    expect(countedAddress(text)).toBeNull()
  },
)

test('a header counts only where a proxy is trusted, and then its last entry', async () => {
  const connection = '198.51.100.1'
  expect(await addressOf(null, { told: '203.0.113.9', connection })).toBe(connection)
  expect(await addressOf('x-forwarded-for', { told: '1.1.1.1, 203.0.113.9', connection })).toBe('203.0.113.9')
  expect(await addressOf('x-forwarded-for', { told: 'garbage', connection })).toBe(connection)
  expect(await addressOf('x-forwarded-for', { connection })).toBe(connection)
})

test('a request without a connection is a test', async () => {
  expect(await addressOf(null, {})).toBe('test')
})
