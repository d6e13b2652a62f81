import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'

/** The repository's root, whatever the working directory. */
export const root = join(import.meta.dirname, '..')

export type Step = {
  name: string
  command: string[]
  /** Prints each line at once, after the step's name, instead of only when the step fails. For long steps. */
  live?: boolean
  env?: Record<string, string>
  /** What to do when the step fails, printed as the last line of its output. */
  wayOut?: string
}

export type StepResult = {
  name: string
  ok: boolean
  seconds: number
  output: string
  /** Whether the output was printed as it came. */
  shown: boolean
}

/**
 * Runs one command with the repository's own tools first in the path. A command that cannot start counts as failed.
 */
export function runStep(step: Step): Promise<StepResult> {
  const started = performance.now()
  const [file = '', ...args] = step.command
  const child = spawn(file, args, {
    cwd: root,
    env: {
      ...process.env,
      ...step.env,
      PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    // Prefix each line with the step's name, because two steps may run at once.
    if (step.live)
      createInterface(stream).on('line', (line) => console.log(`${step.name.padEnd(10)} │ ${line}`))
  }
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      const seconds = (performance.now() - started) / 1000
      if (!ok && step.wayOut) chunks.push(Buffer.from(`${step.wayOut}\n`))
      const output = Buffer.concat(chunks).toString()
      resolve({ name: step.name, ok, seconds, output, shown: step.live === true })
    }
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${file}: ${error.message}\n`))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

/** Prints one line for a step, and the whole output of a failed one that was not printed before. */
export function printResult(result: StepResult): void {
  console.log(`${result.ok ? 'ok  ' : 'FAIL'}  ${result.name.padEnd(12)} ${result.seconds.toFixed(1)} s`)
  if (!result.ok && !result.shown) console.log(result.output.trimEnd())
}
