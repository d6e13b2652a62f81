import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { root } from '../steps.ts'
import type { Mutant } from './mutant.ts'

/** Test files to run with these changes in place, until the first failure. */
export type Order = { patches: Mutant['patch'][]; files: string[] }
/** `alive`: a test of that file has ended. `failed`: the order is done, and what failed first, if anything did. */
export type Report = { alive: string } | { failed: { file: string; what: string } | null }

/** What came of running tests on a mutant. */
export type Outcome =
  | { what: 'killed' | 'hung'; by: string }
  | { what: 'survived' | 'unfinished'; ran: number }

/** `perMutantMs`: after that, it has survived what there was time for. `perTestMs`: after that, a test hangs. */
export type Limits = { perMutantMs: number; perTestMs: number }

/** So many test files are begun at once; the first few are the likeliest to fail. */
const FIRST = 4
const GROWTH = 3

/**
 * A process that runs tests, as many times as it is told, with one database cluster for all of them. It is ended, and
 * another one begun for the next mutant, when a mutant makes it hang.
 */
export class Session {
  private worker: ChildProcess | null = null
  private readonly limits: Limits
  /** What each test file does without any mutant: one that fails then proves nothing. */
  private readonly sound = new Map<string, boolean>()

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Throws when not one of the tests passes without the mutant. */
  async try(mutant: Mutant, tests: readonly string[]): Promise<Outcome> {
    const until = performance.now() + this.limits.perMutantMs
    const ran = new Set<string>()
    let left = tests.filter((file) => this.sound.get(file) !== false)
    for (let size = FIRST; left.length > 0; size *= GROWTH) {
      const files = left.slice(0, size)
      left = left.slice(size)
      const result = await this.run({ patches: [mutant.patch], files }, until)
      if ('late' in result) return { what: 'unfinished', ran: ran.size }
      const by = 'hung' in result ? { file: result.hung, what: result.hung } : result.failed
      const what = 'hung' in result ? 'hung' : 'killed'
      if (by && (await this.isSound(by.file))) return { what, by: by.what }
      // after a failure the others of these files were not run to their end
      if (by) left = [...files.filter((file) => file !== by.file), ...left]
      else for (const file of files) ran.add(file)
    }
    if (tests.length > 0 && ran.size === 0)
      throw new Error(`No test of ${mutant.patch.file} passes without a mutant.`)
    return { what: 'survived', ran: ran.size }
  }

  close(): void {
    if (this.worker?.pid) kill(this.worker.pid)
    this.worker = null
  }

  private async isSound(file: string): Promise<boolean> {
    const known = this.sound.get(file)
    if (known !== undefined) return known
    const result = await this.run({ patches: [], files: [file] }, Number.POSITIVE_INFINITY)
    const isSound = 'failed' in result && result.failed === null
    const why = 'failed' in result ? result.failed?.what : 'it takes too long'
    if (!isSound) console.log(`${file} fails without a mutant and is left out: ${why}`)
    this.sound.set(file, isSound)
    return isSound
  }

  private run(order: Order, until: number): Promise<Extract<Report, { failed: unknown }> | Stuck> {
    this.worker ??= begin()
    const { worker } = this
    return new Promise((resolve, reject) => {
      let alive = performance.now()
      let last = order.files[0] ?? ''
      const watch = setInterval(() => {
        const now = performance.now()
        if (now < until && now - alive < this.limits.perTestMs) return
        leave()
        this.close()
        resolve(now >= until ? { late: true } : { hung: last })
      }, 500)
      const heard = (report: Report) => {
        alive = performance.now()
        if ('alive' in report) last = report.alive
        else {
          leave()
          resolve(report)
        }
      }
      const ended = () => {
        leave()
        this.worker = null
        reject(new Error('the process that runs the tests has ended'))
      }
      const leave = () => {
        clearInterval(watch)
        worker.off('message', heard).off('exit', ended)
      }
      worker.on('message', heard).on('exit', ended)
      worker.send(order)
    })
  }
}

type Stuck = { late: true } | { hung: string }

/** Detached, so that it can be ended together with all that it has begun. */
function begin(): ChildProcess {
  return fork(path.join(import.meta.dirname, 'session-worker.ts'), [], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, FORCE_COLOR: '0' },
  })
}

function kill(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // it has ended by itself
  }
}
