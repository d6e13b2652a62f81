import { readdir, readFile } from 'node:fs/promises'

/** A process as long as it lives: its number may be given to another one afterwards. */
type Seen = { parent: string; ticks: number }

const EVERY_MS = 500
/** Of the clock that Linux counts processor time by, whatever the kernel's own. */
const TICKS_PER_SECOND = 100

/**
 * What everything costs that this process starts, itself included, in seconds of user and system time. The kernel's own
 * sum knows only those that somebody waited for: browsers and databases leave parts that nobody does. Looks every half
 * second, so what lives shorter is missed. 0 where there is no /proc.
 */
export function trackCpu(): { stop(): Promise<number> } {
  const seen = new Map<string, Seen>()
  let looking: Promise<void> = Promise.resolve()
  const look = () => {
    looking = looking.then(() => lookAround(seen))
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      look()
      await looking
      const ticks = [...seen.values()].reduce((sum, each) => sum + each.ticks, 0)
      return ticks / TICKS_PER_SECOND
    },
  }
}

async function lookAround(seen: Map<string, Seen>): Promise<void> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const now = new Map<string, Seen & { key: string }>()
  const stats = pids.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // the name stands in brackets and may hold anything
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [, parent = ''] = fields
    const ticks = Number(fields[11]) + Number(fields[12])
    if (stat) now.set(pid, { parent, ticks, key: `${pid} ${fields[19]}` })
  })
  await Promise.all(stats)
  for (const [pid, { key, parent, ticks }] of now) {
    // one that was ours stays so when its parent has ended
    if (seen.has(key) || isOurs(pid, now)) seen.set(key, { parent, ticks })
  }
}

function isOurs(pid: string, now: ReadonlyMap<string, Seen>): boolean {
  for (let at = pid; now.has(at); at = now.get(at)?.parent ?? '') if (at === String(process.pid)) return true
  return false
}
