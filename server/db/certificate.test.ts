import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownCertificate } from '../testing/certificate.ts'
import { NO_SUCH_PASSWORD, openGreeting } from '../testing/database-greeting.ts'
import { connect } from './connections.ts'

const ours = ownCertificate('localhost')
const heard: string[] = []

let database: Awaited<ReturnType<typeof openGreeting>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'infield-ca-'))
  await writeFile(path.join(folder, 'ours.pem'), ours.cert)
  await writeFile(path.join(folder, 'other.pem'), ownCertificate('localhost').cert)
  await writeFile(path.join(folder, 'none.pem'), 'nothing of the kind')
  // A server that accepts TLS, records what arrives over it, and hangs up.
  database = await openGreeting('localhost', (socket) => {
    socket.write('S')
    const over = new TLSSocket(socket, { isServer: true, cert: ours.cert, key: ours.key })
    over.on('error', () => {})
    over.once('data', (bytes) => {
      heard.push(bytes.toString())
      over.end(NO_SUCH_PASSWORD)
    })
  })
})
afterAll(async () => {
  database.close()
  await rm(folder, { recursive: true })
})

const tried = (databaseCa: string | null, query = '') => {
  const { port } = database
  const databaseUrl = `postgres://infield:secret@localhost:${port}/infield${query}`
  const ca = databaseCa && path.join(folder, databaseCa)
  return connect({ databaseUrl, databaseDirectUrl: null, databaseCa: ca }).then(
    () => 'connected',
    (error: Error) => error.message,
  )
}

test('ASVS 12.3.2 the database shows a certificate of DATABASE_CA, or nothing is said to it', async () => {
  expect(await tried('other.pem')).toMatch(/DATABASE_URL cannot be used: .*(certificate|signature)/)
  expect(await tried(null, '?sslmode=verify-full')).toMatch(/DATABASE_URL cannot be used: .*certificate/)
  expect(await tried('other.pem', '?sslmode=require')).toMatch(/certificate|signature/)
  expect(heard).toEqual([])
  expect(await tried('ours.pem')).toContain('no such password')
  expect(heard).toEqual([expect.stringContaining('infield')])
})

test('a file without certificates is a mistake that names the variable', async () => {
  for (const file of ['none.pem', 'absent.pem'])
    expect(await tried(file)).toMatch(/^DATABASE_CA is ".*\.pem"/)
})
