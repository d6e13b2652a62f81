import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from './connections.ts'

const heard: string[] = []
const sockets = new Set<Socket>()

/** As a database begins: it asks for the password, hears it, and shuts the door. */
const database = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(message('R', Buffer.from([0, 0, 0, 3])))
    socket.once('data', (bytes) => {
      heard.push(bytes.subarray(5, -1).toString())
      socket.end(message('E', Buffer.from('SFATAL\0VFATAL\0C28P01\0Mno such password\0\0')))
    })
  })
})

function message(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}

let file: string
beforeAll(async () => {
  file = path.join(await mkdtemp(path.join(os.tmpdir(), 'infield-password-')), 'url')
  await new Promise<void>((resolve) => database.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  database.close()
  await rm(path.dirname(file), { recursive: true })
})

test('ASVS 13.2.1 the password is read anew for each connection where the address stands in a file', async () => {
  const { port } = database.address() as AddressInfo
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
