import net from 'node:net'

/** A server hears late of a line that ended: nothing tells it. */
const HEARD_MS = 50

/** A request that went up with bytes of a video: which upload, from which byte on, and how many went up so far. */
export type SentPiece = { path: string; offset: number; bytes: number }

/**
 * Where every device finds the app, whatever its line: what a browser keeps of an origin can then be made once and
 * copied. Each device's browser is told where this leads.
 */
const ORIGIN = 'http://localhost:4174'

/** A device's way to the server: it can be cut, throttled and listened to. */
export type Line = {
  /** Where the browser finds the app through this line. */
  origin: string
  /** Where a test itself finds the app through this line. */
  address: string
  /** The rule by which a browser finds its way here. */
  hostRules: string
  /** Ends every open connection with a reset and lets none in, as a dead network does. */
  cut(): void
  /** Lets nothing through any more and ends nothing, as a network that has gone without a word. */
  hush(): void
  /** Lets connections in, and what they carry; those that were hushed stay so. */
  restore(): void
  /** Lets that many bytes a second go up; null lets all of them. */
  rate(bytesPerSecond: number | null): void
  /** Cuts once that many more bytes went up; resolves when it has. */
  cutAfter(bytes: number): Promise<void>
  /** Lets nothing more up on the connection on which that many more bytes went up, and leaves it open; resolves then. */
  holdAfter(bytes: number): Promise<void>
  /** Answers a path itself from now on. */
  answer(path: string, answer: { type: string; body: string }): void
  /** Every PATCH so far, oldest first. */
  readonly sent: readonly SentPiece[]
  /** Whether it ever was cut: then a page may have complained about the network. */
  readonly wasCut: boolean
  close(): Promise<void>
}

/**
 * A TCP proxy in front of the server. Offline emulation leaves open connections alive and does not reach service
 * workers; this does both.
 */
export async function openLine(serverPort: () => number): Promise<Line> {
  const state = new LineState(serverPort)
  const listener = net.createServer((browser) => state.connect(browser))
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const { port } = listener.address() as net.AddressInfo
  return {
    origin: ORIGIN,
    address: `http://127.0.0.1:${port}`,
    hostRules: `MAP localhost 127.0.0.1:${port}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
    cut: () => state.cut(),
    hush: () => state.hush(),
    restore: () => state.restore(),
    rate: (bytesPerSecond) => {
      state.bytesPerSecond = bytesPerSecond
    },
    cutAfter: (bytes) => state.stopAfter(bytes, true),
    holdAfter: (bytes) => state.stopAfter(bytes, false),
    answer: (path, answer) => void state.answers.set(path, answer),
    sent: state.sent,
    get wasCut() {
      return state.wasCut
    },
    close() {
      state.cut()
      return new Promise((done) => listener.close(() => done()))
    },
  }
}

class LineState {
  bytesPerSecond: number | null = null
  wasCut = false
  readonly sent: SentPiece[] = []
  readonly answers = new Map<string, { type: string; body: string }>()
  private isUp = true
  private isHushed = false
  private stopIn: { bytes: number; isCut: boolean; done: () => void } | null = null
  private readonly sockets = new Set<net.Socket>()
  private readonly pieces = new WeakMap<net.Socket, SentPiece>()
  private readonly serverPort: () => number

  constructor(serverPort: () => number) {
    this.serverPort = serverPort
  }

  connect(browser: net.Socket): void {
    if (!this.isUp) {
      browser.resetAndDestroy()
      return
    }
    if (this.isHushed) {
      this.sockets.add(browser.pause())
      return
    }
    const server = net.connect(this.serverPort(), '127.0.0.1')
    const both = [browser, server]
    const end = () => {
      for (const socket of both) {
        socket.destroy()
        this.sockets.delete(socket)
      }
    }
    for (const socket of both) {
      this.sockets.add(socket)
      socket.setNoDelay()
      socket.on('error', end).on('close', end)
    }
    server.pipe(browser)
    browser.on('data', (chunk) => this.up(browser, server, chunk))
  }

  cut(): void {
    this.isUp = false
    this.wasCut = true
    for (const socket of this.sockets) socket.resetAndDestroy()
    this.sockets.clear()
  }

  /** What is already on its way through here is lost as well. */
  hush(): void {
    this.isHushed = true
    this.wasCut = true
    for (const socket of this.sockets) socket.unpipe().pause().removeAllListeners('data')
  }

  restore(): void {
    this.isUp = true
    this.isHushed = false
  }

  stopAfter(bytes: number, isCut: boolean): Promise<void> {
    return new Promise((done) => {
      this.stopIn = { bytes, isCut, done }
    })
  }

  private up(browser: net.Socket, server: net.Socket, chunk: Buffer): void {
    const own = this.readHead(browser, chunk)
    if (own) {
      browser.end(own)
      return
    }
    const isTaken = server.write(chunk)
    if (this.stopIn) {
      this.stopIn.bytes -= chunk.length
      if (this.stopIn.bytes <= 0) {
        browser.pause()
        this.stopNow(server)
        return
      }
    }
    if (isTaken && this.bytesPerSecond === null) return
    browser.pause()
    const goOn = () => browser.resume()
    if (this.bytesPerSecond !== null) setTimeout(goOn, (chunk.length / this.bytesPerSecond) * 1_000)
    else server.once('drain', goOn)
  }

  /**
   * What went up so far still reaches the server, however late that comes to read it, and then, where the line is cut,
   * its end; what comes after does not.
   */
  private stopNow(server: net.Socket): void {
    const { done, isCut } = this.stopIn ?? { done: () => {}, isCut: true }
    this.stopIn = null
    if (!isCut) {
      done()
      return
    }
    this.isUp = false
    // a reset would take along what is on its way; and nothing comes back through a line that is gone, not even its end
    this.sockets.delete(server)
    server.unpipe().removeAllListeners('close').removeAllListeners('error').resume()
    server.on('error', () => {})
    server.end(() => {
      setTimeout(() => {
        this.cut()
        done()
      }, HEARD_MS)
    })
  }

  /** A browser sends the head of a request at the start of a chunk. Answers what this line says itself, if anything. */
  private readHead(browser: net.Socket, chunk: Buffer): string | null {
    const head = chunk.subarray(0, 4_096).toString('latin1')
    const [, method = '', path = ''] = /^([A-Z]{3,7}) (\S+) HTTP\/1\.1\r\n/.exec(head) ?? []
    if (method) this.pieces.delete(browser)
    if (method === 'PATCH') {
      const offset = Number(/\r\nupload-offset: (\d+)/i.exec(head)?.[1])
      const piece = { path, offset, bytes: -(head.indexOf('\r\n\r\n') + 4) }
      this.sent.push(piece)
      this.pieces.set(browser, piece)
    }
    const piece = this.pieces.get(browser)
    if (piece) piece.bytes += chunk.length
    const answer = method === 'GET' ? this.answers.get(path) : undefined
    if (!answer) return null
    const length = Buffer.byteLength(answer.body)
    return `HTTP/1.1 200 OK\r\ncontent-type: ${answer.type}\r\ncontent-length: ${length}\r\ncache-control: no-cache\r\nconnection: close\r\n\r\n${answer.body}`
  }
}
