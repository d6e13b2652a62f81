import { pause } from '../../pause.ts'
import type { Child } from './child.ts'
import { Unreached } from './ground.ts'

/** How long the supervisor waits before it starts a server again. */
const REVIVED_AFTER_MS = 200
const STARTS_AT_MOST = 50

type Options = {
  count: number
  /** If true, a server that ended is started again by itself; otherwise the next request starts it. */
  isWatched: boolean
  start(place: number, migrations?: string): Promise<Child>
  /** Called with the port at which a server listens, or with null when it does not any longer. */
  listens(place: number, port: number | null): void
}

/** Keeps one server at each place, and starts it again when it is missing. */
export class Supervisor {
  readonly places: number[]
  private readonly servers: (Promise<Child> | null)[]
  private readonly options: Options
  /** False while all servers are down on purpose. */
  private isOnWatch = false

  constructor(options: Options) {
    this.options = options
    this.places = Array.from({ length: options.count }, (_, place) => place)
    this.servers = this.places.map(() => null)
  }

  /**
   * Returns the server that runs or is starting there, or starts one. Rejects with `Unreached` if it stops before it
   * listens.
   */
  server(place: number): Promise<Child> {
    this.servers[place] ??= this.start(place)
    return this.servers[place] as Promise<Child>
  }

  /** Does what `server` does, but starts a server again if it stops while it starts. */
  async up(place: number): Promise<Child> {
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.server(place)
      } catch (error) {
        if (starts === STARTS_AT_MOST || !(error instanceof Unreached)) throw error
        await pause(REVIVED_AFTER_MS)
      }
    }
  }

  /** Returns the server that runs or is starting there, or null if there is none or it did not start. */
  async found(place: number): Promise<Child | null> {
    return (await this.servers[place]?.catch(() => null)) ?? null
  }

  isDeserted(): boolean {
    return this.servers.every((server) => server === null)
  }

  private async start(place: number, migrations?: string): Promise<Child> {
    const server = await this.options.start(place, migrations)
    this.options.listens(place, server.port)
    return server
  }

  /** Starts a server of a newer build in place of the one that is there. */
  renew(place: number, migrations: string): Promise<Child> {
    const server = this.start(place, migrations)
    this.servers[place] = server
    return server
  }

  /** Forgets the server that is there, so that no further request goes to it. */
  leave(place: number): void {
    this.servers[place] = null
  }

  /** Records that the server there is gone, and starts another one if the servers are watched. */
  missed(place: number): void {
    this.leave(place)
    this.options.listens(place, null)
    this.revive(place)
  }

  revive(place: number): void {
    if (!this.options.isWatched) return
    const again = async () => {
      await pause(REVIVED_AFTER_MS)
      if (this.isOnWatch) await this.server(place)
    }
    // A server that stops while it starts is reported to `missed`, which calls this again.
    again().catch(() => {})
  }

  /** Kills the server there. Returns false if none ran. */
  async kill(place: number, strike = () => {}): Promise<boolean> {
    const server = await this.found(place)
    this.leave(place)
    this.options.listens(place, null)
    if (!server) return false
    strike()
    await server.kill()
    return true
  }

  async startAll(): Promise<void> {
    this.isOnWatch = true
    await Promise.all(this.places.map((place) => this.up(place)))
  }

  async killAll(): Promise<void> {
    this.isOnWatch = false
    await Promise.all(this.places.map((place) => this.kill(place)))
  }
}
