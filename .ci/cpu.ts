import { appendFileSync, readdirSync, readFileSync } from 'node:fs'

/** Clock ticks of `/proc`, in a second: 100 on every Linux that Node runs on. */
const TICKS = 100

type ProcessTimes = { pid: number; parent: number; seconds: number }

/** The processor time of a process and of its ended children, read from Linux; null when it has ended meanwhile. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the second field is the program's name in brackets, which may hold spaces
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid, parent: Number(fields[1]), seconds: ticks / TICKS }
  } catch {
    return null
  }
}

/**
 * User and system seconds that a process and everything it started have used so far, ended ones included. Linux
 * only: elsewhere 0.
 */
export function cpuSeconds(root = process.pid): number {
  if (process.platform !== 'linux') return 0
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => timesOf(Number(name)))
    .filter((times) => times !== null)
  const tree = new Set([root])
  // a parent is always older than its child, so one pass in the order of numbers would miss only wrapped numbers
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid)).reduce((sum, { seconds }) => sum + seconds, 0)
}

/**
 * User and system seconds of the whole machine since it started. A browser that is killed leaves processes that nobody
 * waits for, so only this figure has all that a run has used. Linux only: elsewhere 0.
 */
export function machineCpuSeconds(): number {
  if (process.platform !== 'linux') return 0
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = readFileSync('/proc/stat', 'utf8')
    .split('\n', 1)
    .flatMap((line) => line.split(/\s+/).map(Number))
  return (user + nice + system + irq + softirq) / TICKS
}

/** What one test file cost, as a line of the file that `CPU_REPORT` names. */
export type FileCost = { file: string; seconds: number }

/** Notes what a test file cost, where the command that runs it asks for that. */
export function noteCost(cost: FileCost): void {
  const report = process.env.CPU_REPORT
  if (report) appendFileSync(report, `${JSON.stringify(cost)}\n`)
}

/** The costs that were noted, each file once, the dearest first. */
export function readCosts(report: string): FileCost[] {
  const sums = new Map<string, number>()
  for (const line of readFileSync(report, 'utf8').split('\n').filter(Boolean)) {
    const { file, seconds } = JSON.parse(line) as FileCost
    sums.set(file, (sums.get(file) ?? 0) + seconds)
  }
  return [...sums].map(([file, seconds]) => ({ file, seconds })).sort((a, b) => b.seconds - a.seconds)
}
