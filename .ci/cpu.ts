import { appendFileSync, readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of `/proc` in a second: 100 on every Linux that Node runs on. */
const TICKS = 100

type ProcessTimes = { pid: number; parent: number; seconds: number }

/**
 * Returns the processor time of a process and of its ended children, read from `/proc`; null when the process has
 * ended in the meantime.
 */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in brackets, which may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid, parent: Number(fields[1]), seconds: ticks / TICKS }
  } catch {
    return null
  }
}

/**
 * Returns the user and system seconds that a process and everything it started have used so far, including ended
 * processes. Returns 0 outside Linux.
 */
export function cpuSeconds(root = process.pid): number {
  if (process.platform !== 'linux') return 0
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times !== null)
  const tree = new Set([root])
  // Repeat until nothing changes, because process numbers wrap, so a child may come before its parent.
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0)
}

/**
 * Returns the user and system seconds of the whole machine since its start. A killed browser leaves processes that
 * no parent waits for, so only this figure includes everything a run has used. Returns 0 outside Linux.
 */
export function machineCpuSeconds(): number {
  if (process.platform !== 'linux') return 0
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).map(Number))
  return (user + nice + system + irq + softirq) / TICKS
}

/** The cost of one test file: a line of the file that `CPU_REPORT` names. */
export type FileCost = { file: string; seconds: number }

/** Records the cost of a test file, if `CPU_REPORT` is set. */
export function noteCost(cost: FileCost): void {
  const report = process.env.CPU_REPORT
  if (report) appendFileSync(report, `${JSON.stringify(cost)}\n`)
}

/** Returns the recorded costs, summed by file, the most expensive first. */
export function readCosts(report: string): FileCost[] {
  const sums = new Map<string, number>()
  for (const line of readFileSync(report, 'utf8').split('\n').filter(Boolean)) {
    const { file, seconds } = JSON.parse(line) as FileCost
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  return [...sums].map(([file, seconds]) => ({ file, seconds })).sort((a, b) => b.seconds - a.seconds)
}
