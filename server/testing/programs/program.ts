import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'

const detached = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of detached) child.kill('SIGKILL')
})

/** Starts a program that says nothing. One that is detached does not hear Ctrl-C in the terminal, and ends with this process. */
export function startProgram(
  program: string,
  args: readonly string[],
  options: Omit<SpawnOptions, 'stdio'>,
): ChildProcess {
  const child = spawn(program, args, { ...options, stdio: 'ignore' })
  if (options.detached) {
    detached.add(child)
    child.once('exit', () => detached.delete(child))
  }
  return child
}
