import net from 'node:net'

/** Where a line leads: to a port of this machine, to a Unix socket, or nowhere. */
export type Target = number | string | null

/**
 * A line to one server or database, which can be cut in the middle of a request. `cutAfter` cuts it after so many
 * more bytes, or with null not at all. After `leadTo` new connections go elsewhere, and open ones stay until they are
 * cut.
 */
export type Line = {
  port: number
  cutAfter(bytes: number | null, isCut?: () => void): void
  cut(): void
  leadTo(target: Target): void
  close(): void
}

/** Tells whether a socket is a TCP socket, because a Unix socket cannot be reset. */
const isOverNetwork = ({ remoteAddress }: net.Socket) => remoteAddress !== undefined

/** Opens a TCP proxy on a port of its own. */
export async function openLine(target: Target): Promise<Line> {
  const sockets = new Set<net.Socket>()
  let to = target
  let left: number | null = null
  let told = () => {}
  const cut = () => {
    left = null
    for (const socket of sockets) isOverNetwork(socket) ? socket.resetAndDestroy() : socket.destroy()
    sockets.clear()
  }
  const listener = net.createServer((device) => {
    if (to === null) return void device.on('error', () => {}).resetAndDestroy()
    const server = typeof to === 'number' ? net.connect(to, '127.0.0.1') : net.connect(to)
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
      if (left > 0) return
      told()
      cut()
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
    cut,
    leadTo: (target) => {
      to = target
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
