import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const touchEveryMs = 1_000
const staleAfterMs = 10_000

/**
 * Claims a lock file for one process at a time: returns a function that releases it, or nothing while another
 * process holds it. A lock expires if its process is dead or, where process numbers start again (containers), if
 * the file is no longer touched.
 */
export async function claimLock(file: string): Promise<(() => Promise<void>) | undefined> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (await isStale(file)) await rm(file, { force: true })
    return undefined
  }
  const touching = setInterval(() => {
    const now = new Date(Date.now())
    utimes(file, now, now).catch(() => {})
  }, touchEveryMs)
  return async () => {
    clearInterval(touching)
    await rm(file, { force: true })
  }
}

/** Claims a lock file, and waits until it is free. */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  for (;;) {
    const release = await claimLock(file)
    if (release) return release
    await sleep(100)
  }
}

async function isStale(file: string) {
  const holder = await readPid(file)
  if (holder !== undefined && !(await isAlive(holder))) return true
  const touched = await stat(file).catch(() => null)
  return touched !== null && Date.now() - touched.mtimeMs > staleAfterMs
}

/** Returns the process number on the first line of a file, if it has one. */
export async function readPid(file: string): Promise<number | undefined> {
  const [line] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return Number(line) || undefined
}

/**
 * Checks whether a process runs. One that has ended but was not waited for (a zombie, common in containers) does
 * not count.
 */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return !/^State:\s*[XZ]/m.test(status)
}
