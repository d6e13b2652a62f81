import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NO_SUCH_PASSWORD, openGreeting, postgresMessage } from '../testing/database-greeting.ts'
import { connect } from './connections.ts'

const ASKS_FOR_PASSWORD = postgresMessage('R', Buffer.from([0, 0, 0, 3]))
const heard: string[] = []

let database: Awaited<ReturnType<typeof openGreeting>>
let file: string
beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'infield-password-')), 'url')
  database = await openGreeting('127.0.0.1', (socket) => {
    socket.write(ASKS_FOR_PASSWORD)
    socket.once('data', (bytes) => {
      heard.push(bytes.subarray(5, -1).toString())
      socket.end(NO_SUCH_PASSWORD)
    })
  })
})
afterAll(async () => {
  database.close()
  await rm(path.dirname(file), { recursive: true })
})

test('ASVS 13.2.1 the password is read anew for each connection where the address stands in a file', async () => {
  const { port } = database
  const url = (password: string) => `postgres://infield:${password}@127.0.0.1:${port}/infield`
  const tried = (databaseFiles: { url: string | null; directUrl: string | null }) =>
    connect({ databaseUrl: url('first'), databaseDirectUrl: null, databaseFiles }).catch(
      (error: Error) => error.message,
    )
  await writeFile(file, `${url('second%40')}\n`)
  expect(await tried({ url: file, directUrl: null })).toContain('no such password')
  await writeFile(file, url('third'))
  await tried({ url: file, directUrl: null })
  await tried({ url: null, directUrl: null })
  expect(heard).toEqual(['second@', 'third', 'first'])
})
