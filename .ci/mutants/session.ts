import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { root } from '../steps.ts'
import type { Mutant } from './mutant.ts'

/** An order to run test files with these changes, until the first failure. */
export type Order = { patches: Mutant['patch'][]; files: string[] }
/** `alive`: a test of that file has ended. `failed`: the order is done, with the first failure, if any. */
export type Report = { alive: string } | { failed: { file: string; what: string } | null }

/** The result of running tests on a mutant. */
export type Outcome =
  | { what: 'killed' | 'hung'; by: string }
  | { what: 'survived' | 'unfinished'; ran: number }

/**
 * `perMutantMs`: how long one mutant is tested before its outcome is `unfinished`. `perTestMs`: how long one test
 * may take before it counts as hung.
 */
export type Limits = { perMutantMs: number; perTestMs: number }

/** How many test files the first order runs; the first few are the likeliest to fail. */
const FIRST = 4
const GROWTH = 3

/**
 * A process that runs tests any number of times with one database cluster. When a mutant makes it hang, the process
 * is killed, and the next mutant gets a new one.
 */
export class Session {
  private worker: ChildProcess | null = null
  private readonly limits: Limits
  /** Whether each test file passes without a mutant; a file that fails then proves nothing. */
  private readonly sound = new Map<string, boolean>()

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** Tries a mutant. Throws when none of the tests passes without it. */
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
      // Run the other files again, because the failure stopped them early.
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

/** Starts the process detached, so that it can be killed together with everything it has started. */
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
    // The process has already ended.
  }
}
