import net from 'node:net'

/** The way to one server, which can be cut in the middle of a request: after so many bytes more, or not any more. */
export type Line = { port: number; cutAfter(bytes: number | null, isCut?: () => void): void; close(): void }

/** A TCP proxy on a port of its own. */
export async function openLine(serverPort: number): Promise<Line> {
  const sockets = new Set<net.Socket>()
  let left: number | null = null
  let told = () => {}
  const cut = () => {
    left = null
    told()
    for (const socket of sockets) socket.resetAndDestroy()
    sockets.clear()
  }
  const listener = net.createServer((device) => {
    const server = net.connect(serverPort, '127.0.0.1')
    const end = () => {
      device.destroy()
      server.destroy()
    }
    for (const socket of [device, server]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => sockets.delete(socket))
    }
    server.on('close', end).pipe(device)
    device.on('close', end).on('data', (chunk) => {
      server.write(chunk)
      if (left === null) return
      left -= chunk.length
      if (left <= 0) cut()
    })
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as net.AddressInfo
  return {
    port,
    cutAfter: (bytes, isCut = () => {}) => {
      left = bytes
      told = isCut
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
