import net from 'node:net'

/** How long to wait for the server to notice the end of a line, because no event reports it. */
const HEARD_MS = 50

/**
 * An upload request with bytes of a video: its path, the first byte's offset, and how many bytes were sent so far.
 */
export type SentPiece = { path: string; offset: number; bytes: number }

/**
 * The app's origin for every device, whatever its line, so that a profile made once can be copied. The host rules
 * of each device's browser map it to its own line.
 */
const ORIGIN = 'http://localhost:4174'

/** A device's line to the server, which a test can cut, throttle and listen to. */
export type Line = {
  /** The app's origin for a browser on this line. */
  origin: string
  /** The app's address for the test itself on this line. */
  address: string
  /** The Chromium rule that maps the origin to this line. */
  hostRules: string
  /** Ends every open connection with a reset and accepts no new one, as a dead network does. */
  cut(): void
  /** Stops all traffic but ends no connection, as a network that was lost without an event. */
  hush(): void
  /** Accepts connections and traffic again; hushed connections stay silent. */
  restore(): void
  /** Limits the upload to this many bytes a second; null removes the limit. */
  rate(bytesPerSecond: number | null): void
  /** Cuts the line after this many more bytes of videos were sent; resolves when it has. */
  cutAfter(bytes: number): Promise<void>
  /**
   * Stops the connection on which the last of this many more bytes of videos was sent, without closing it; resolves
   * when it has.
   */
  holdAfter(bytes: number): Promise<void>
  /** Answers a path itself from now on. */
  answer(path: string, answer: { type: string; body: string }): void
  /** Every PATCH request so far, oldest first. */
  readonly sent: readonly SentPiece[]
  /** Whether the line was ever cut, so that a page may have reported network errors. */
  readonly wasCut: boolean
  close(): Promise<void>
}

/**
 * Opens a TCP proxy in front of the server. The browser's offline emulation leaves open connections alive and does
 * not reach service workers; this proxy handles both.
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

  /** Stops all traffic; data already on its way through the proxy is lost as well. */
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
    if (this.stopIn && this.pieces.has(browser)) {
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
   * Stops the line. What was sent so far still reaches the server, however late it reads it, followed by the end of
   * the connection where the line is cut; nothing later arrives.
   */
  private stopNow(server: net.Socket): void {
    const { done, isCut } = this.stopIn ?? { done: () => {}, isCut: true }
    this.stopIn = null
    if (!isCut) {
      done()
      return
    }
    this.isUp = false
    // End without a reset, which would discard data on its way. Drop the server's side as well, because nothing
    // returns through a lost line, not even its end.
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

  /**
   * Reads the head of a request, which a browser sends at the start of a chunk. Returns the line's own answer, if
   * it has one.
   */
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
