import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBroker } from '../../../.ci/engines.ts'
import { everything } from '../../../.ci/sample.ts'
import { type BrokerProcess, startBrokerProcess } from '../../testing/bus/broker-process.ts'
import { ownCertificate } from '../../testing/certificate.ts'
import { dialTo } from './bus.ts'
import type { Line } from './line.ts'

const PATIENCE = { timeout: 20_000 }

let folder: string
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-bus-'))
  const { cert, key } = ownCertificate('localhost')
  await writeFile(file('ours.pem'), cert)
  await writeFile(file('ours.key'), key)
  await writeFile(file('other.pem'), ownCertificate('localhost').cert)
  await writeFile(file('none.pem'), 'nothing of the kind')
})
afterAll(() => rm(folder, { recursive: true }))

describe.each(['nats', 'redis'] as const)('%s', (kind) => {
  const program = findBroker(kind)
  describe.runIf(everything && program)('over TLS, as a process', () => {
    let broker: BrokerProcess
    beforeAll(async () => {
      const files = { cert: file('ours.pem'), key: file('ours.key') }
      broker = await startBrokerProcess(kind, program ?? '', { files })
    })
    afterAll(() => broker.kill())

    const dial = async (change: Partial<BrokerProcess['address']> = {}) =>
      (await dialTo({ ...broker.address, ...change }))()
    /** Returns the reason why no line opens, or undefined when one does. */
    const refusal = (change: Partial<BrokerProcess['address']>) =>
      dial(change).then(
        (line) => line.close(),
        (error: Error) => `${error.message} ${error.cause}`,
      )

    test('ASVS 12.3.2 it is spoken to once it has shown a certificate of BUS_CA, and carries what is said', async () => {
      let line: Line | undefined
      // the broker needs a moment to start
      await expect.poll(async () => (line = await dial().catch(() => undefined)), PATIENCE).toBeDefined()
      const heard: string[] = []
      line?.subscribe('infield.word', (text) => heard.push(text))
      await line?.settle()
      await line?.publish([{ subject: 'infield.word', text: 'changed' }])
      await expect.poll(() => heard, PATIENCE).toEqual(['changed'])
      line?.close()
      for (const caFile of [file('other.pem'), null])
        expect(await refusal({ caFile })).toMatch(/certificate|signature/)
    })

    test('ASVS 12.3.2 a certificate of another name is none of its own', async () => {
      const hosts = broker.address.hosts.map((host) => host.replace('localhost', '127.0.0.1'))
      expect(await refusal({ hosts })).toMatch(/altnames/)
    })

    test('without TLS, or with another password, it says nothing', async () => {
      expect(await refusal({ isEncrypted: false })).toEqual(expect.any(String))
      expect(await refusal({ password: 'another' })).toMatch(/auth|WRONGPASS/i)
    })
  })

  test('a file without certificates is a mistake that names the variable', async () => {
    const address = { kind, hosts: ['localhost:1'], isEncrypted: true, user: null, password: null }
    for (const name of ['none.pem', 'absent.pem'])
      await expect(dialTo({ ...address, caFile: file(name) })).rejects.toThrow(/^BUS_CA is ".*\.pem"/)
  })
})
