import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

/** The repository's root, whatever the working directory. */
export const root = join(import.meta.dirname, '..')

export type Step = {
  name: string
  command: string[]
  /** Show the output as it comes instead of only when the step fails: for the long ones. */
  live?: boolean
  env?: Record<string, string>
  /** What to do where it fails, if its own output does not say it. */
  wayOut?: string
}

export type StepResult = Pick<Step, 'name' | 'wayOut'> & { ok: boolean; seconds: number; output: string }

/** Run one command with the repository's own tools first in the path. A command that cannot start has failed. */
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
    stdio: ['ignore', step.live ? 'inherit' : 'pipe', step.live ? 'inherit' : 'pipe'],
    shell: process.platform === 'win32',
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    const finish = (ok: boolean) => {
      const seconds = (performance.now() - started) / 1000
      const { name, wayOut } = step
      resolve({ name, ok, seconds, output: Buffer.concat(chunks).toString(), ...(wayOut && { wayOut }) })
    }
    child.on('error', (error) => {
      chunks.push(Buffer.from(`${file}: ${error.message}\n`))
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

/** One line for every step, and the whole output of one that failed, with the way out. */
export function printResult(result: StepResult): void {
  console.log(`${result.ok ? 'ok  ' : 'FAIL'}  ${result.name.padEnd(12)} ${result.seconds.toFixed(1)} s`)
  if (result.ok) return
  if (result.output !== '') console.log(result.output.trimEnd())
  if (result.wayOut) console.log(result.wayOut)
}
