import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import os from 'node:os'
import path from 'node:path'
import { connect } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCertificate } from '../../testing/certificate.ts'
import { type Listening, listen } from './listen.ts'

const answer = (request: Request) => new Response(new URL(request.url).protocol)
let warnings = 0
const log = { info: () => {}, warn: () => void warnings++ }
const first = ownCertificate('localhost')
const renewed = ownCertificate('localhost')

/** The server replaces these globals, so they are restored afterwards. */
const { Request: OwnRequest, Response: OwnResponse } = globalThis

let folder: string
let tls: { certFile: string; keyFile: string }
let listening: Listening
const write = async ({ cert, key }: { cert: string; key: string }) => {
  await writeFile(tls.certFile, cert)
  await writeFile(tls.keyFile, key)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-tls-'))
  tls = { certFile: path.join(folder, 'cert.pem'), keyFile: path.join(folder, 'key.pem') }
  await write(first)
  listening = await listen(answer, { host: 'localhost', port: 0, tls, log, lookMs: 20 })
})
afterAll(async () => {
  listening.stopLooking()
  listening.server.close()
  Object.assign(globalThis, { Request: OwnRequest, Response: OwnResponse })
  await rm(folder, { recursive: true })
})

/** Returns the answer to a client that trusts only one certificate. */
const asked = (ca: string) =>
  new Promise<string>((resolve) => {
    const asking = get({ host: 'localhost', port: listening.port, ca, agent: false }, (response) => {
      response.setEncoding('utf8').on('data', resolve)
    })
    asking.on('error', (error) => resolve(error.message))
  })

test('ASVS 12.3.1 with a certificate requests are answered over TLS alone, in versions of today', async () => {
  expect(await asked(first.cert)).toBe('https:')
  expect(await fetch(`http://localhost:${listening.port}/`).catch(() => 'nothing')).toBe('nothing')
  const old = connect({ host: 'localhost', port: listening.port, ca: first.cert, maxVersion: 'TLSv1.1' })
  const outcome = await new Promise((resolve) => {
    old.on('error', (error: NodeJS.ErrnoException) => resolve(error.code)).on('secureConnect', resolve)
  })
  expect(outcome).toMatch(/^ERR_SSL_/)
})

test('a certificate that is renewed on the disk is shown without a restart, one with another key is not', async () => {
  for (const halfWritten of [
    { ...first, cert: '' },
    { ...first, key: '' },
    { ...first, cert: renewed.cert },
  ]) {
    const before = warnings
    await write(halfWritten)
    await expect.poll(() => warnings).toBeGreaterThan(before)
    expect(await asked(first.cert)).toBe('https:')
  }
  await write(renewed)
  await expect.poll(() => asked(renewed.cert)).toBe('https:')
  expect(await asked(first.cert)).toMatch(/certificate|signature/)
})

test('files without a certificate and its key are a mistake that names the variables', async () => {
  await writeFile(path.join(folder, 'empty.pem'), '')
  for (const wrong of [
    { keyFile: path.join(folder, 'absent.pem') },
    { certFile: path.join(folder, 'empty.pem') },
  ])
    await expect(
      listen(answer, { host: 'localhost', port: 0, tls: { ...tls, ...wrong }, log }),
    ).rejects.toThrow(/^TLS_CERT and TLS_KEY name no certificate/)
})
