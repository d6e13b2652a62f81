import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCertificate } from '../testing/certificate.ts'
import { certificateWarning, watchCertificate } from './public-certificate.ts'

const { cert, key } = ownCertificate('localhost')
const proxy = createServer({ cert, key }, (socket) => socket.on('error', () => {}))
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => proxy.listen(0, 'localhost', resolve))
  port = (proxy.address() as AddressInfo).port
})
afterAll(() => proxy.close())

const IN_TIME = new Date('2030-01-01')
const looked = (more: { host?: string; now?: Date; ca?: string } = {}) => {
  const { host = `localhost:${port}`, now = IN_TIME, ...trusted } = more
  return certificateWarning({ publicUrl: `https://${host}`, now, ...trusted })
}

test('ASVS 12.2.2 a certificate that browsers do not trust is told, and so is one that is not renewed in time', async () => {
  expect(await looked()).toMatch(
    /^Browsers do not trust the certificate at PUBLIC_URL \(DEPTH_ZERO_SELF_SIGNED/,
  )
  expect(await looked({ ca: cert })).toBeNull()
  expect(await looked({ ca: ownCertificate('localhost').cert })).toMatch(/^Browsers do not trust/)
  const { address } = proxy.address() as AddressInfo
  const host = address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`
  expect(await looked({ ca: cert, host })).toMatch(/^Browsers do not trust/)
  expect(await looked({ ca: cert, now: new Date('2069-01-01') })).toMatch(/ends on Jan {2}1 .* 2070/)
})

test('an address at which nobody answers says nothing of its certificate', async () => {
  expect(await looked({ host: 'localhost:1' })).toBeUndefined()
})

test('a warning stays while nobody answers, and ends once the certificate is renewed', async () => {
  const renewed = ownCertificate('localhost')
  const publicUrl = `https://localhost:${port}`
  const watched = { env: { publicUrl, mode: 'production' }, clock: { now: async () => IN_TIME } }
  const { warning, lookAgain, stop } = watchCertificate(
    { ...watched, log: { warn: () => {} } } as never,
    renewed.cert,
  )
  await expect.poll(warning).toMatch(/^Browsers do not trust/)
  watched.env.publicUrl = 'https://localhost:1'
  await expect.poll(warning).toMatch(/^Browsers do not trust/)
  watched.env.publicUrl = publicUrl
  proxy.setSecureContext(renewed)
  await lookAgain()
  expect(warning()).toBeNull()
  stop()
})
