import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter'
import { trackCpu } from './cpu-seconds.ts'

/** What the browser's tests cost: `SPENT=` names the file in which others find it. */
export type Spent = { cpuSeconds: number; files: { file: string; seconds: number }[] }

const DEAREST = 10

/** Tells at the end of a run what it cost, and in which files the time went. */
export default class SpentReporter implements Reporter {
  private readonly cpu = trackCpu()
  private readonly seconds = new Map<string, number>()

  onTestEnd({ location }: TestCase, { duration }: TestResult): void {
    const file = relative(process.cwd(), location.file)
    this.seconds.set(file, (this.seconds.get(file) ?? 0) + duration / 1_000)
  }

  async onExit(): Promise<void> {
    const files = [...this.seconds].map(([file, seconds]) => ({ file, seconds: Math.round(seconds) }))
    files.sort((a, b) => b.seconds - a.seconds)
    const spent: Spent = { cpuSeconds: Math.round(await this.cpu.stop()), files }
    if (process.env.SPENT) writeFileSync(process.env.SPENT, JSON.stringify(spent))
    process.stdout.write(
      `\nbrowser: ${spent.cpuSeconds} CPU-seconds; the longest files, in seconds on the clock:\n`,
    )
    for (const { file, seconds } of files.slice(0, DEAREST)) process.stdout.write(`  ${seconds}  ${file}\n`)
  }
}
