import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Returns a message of the Postgres protocol. */
export function postgresMessage(kind: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(kind), length, body])
}

/** The answer that the password is wrong, which no waiting can mend. */
export const NO_SUCH_PASSWORD = postgresMessage(
  'E',
  Buffer.from('SFATAL\0VFATAL\0C28P01\0Mno such password\0\0'),
)

/** Opens a port that plays a database server: it calls `greet` when the first bytes of a connection have come. */
export async function openGreeting(
  host: string,
  greet: (socket: Socket) => void,
): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => greet(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port, close }
}
