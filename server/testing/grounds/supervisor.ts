import { pause } from '../../pause.ts'
import type { Child } from './child.ts'
import { Unreached } from './ground.ts'

/** Whoever watches over servers starts one again after so long. */
const REVIVED_AFTER_MS = 200
const STARTS_AT_MOST = 50

type Options = {
  count: number
  /** Else one that ended is started by whoever needs it next. */
  isWatched: boolean
  start(place: number, migrations?: string): Promise<Child>
  /** Told where a server listens, or that it does not any longer. */
  listens(place: number, port: number | null): void
}

/** Has a server at each place, and starts it again where it is missed. */
export class Supervisor {
  readonly places: number[]
  private readonly servers: (Promise<Child> | null)[]
  private readonly options: Options
  /** Not while they are all taken down. */
  private isOnWatch = false

  constructor(options: Options) {
    this.options = options
    this.places = Array.from({ length: options.count }, (_, place) => place)
    this.servers = this.places.map(() => null)
  }

  /** The one that runs there or is coming up, or else a new one. Rejects with `Unreached` where it stops before it listens. */
  server(place: number): Promise<Child> {
    this.servers[place] ??= this.start(place)
    return this.servers[place] as Promise<Child>
  }

  /** As `server`, but one that stops while it starts is started again. */
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

  /** The one that runs there or is coming up; null where none does, or none came up. */
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

  /** Starts one of a newer build in place of whichever is there. */
  renew(place: number, migrations: string): Promise<Child> {
    const server = this.start(place, migrations)
    this.servers[place] = server
    return server
  }

  /** Nobody asks the one that is there any more. */
  leave(place: number): void {
    this.servers[place] = null
  }

  /** It is gone. */
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
    // one that stops while it starts is missed once more
    again().catch(() => {})
  }

  /** False where none ran. */
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
