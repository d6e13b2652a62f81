import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const touchEveryMs = 1_000
const staleAfterMs = 10_000

/**
 * One starter at a time: answers how to let go, or nothing while another process holds the file. A holder that died
 * leaves a file which names a dead process, or, where process numbers start again (containers), one it no longer
 * touches; both expire.
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

/** As `claimLock`, and waits for its turn. */
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

/** The process number on the first line of a file, if there is one. */
export async function readPid(file: string): Promise<number | undefined> {
  const [line] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return Number(line) || undefined
}

/** Whether a process runs. One that has ended but that nobody has asked about (a zombie, common in containers) does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return !/^State:\s*[XZ]/m.test(status)
}
