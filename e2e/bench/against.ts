import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { median, type Result } from './measured.ts'
import type { Options } from './options.ts'
import { loadLine, short } from './table.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')
const ROUNDS = 3

/** Takes each figure on this tree and on another revision's in turns, and prints a comparison of the medians. */
export async function compareTrees({ names }: Options, rev: string): Promise<boolean> {
  const scratch = await mkdtemp(join(tmpdir(), 'infield-against-'))
  const other = join(scratch, 'tree')
  try {
    await run('git', ['worktree', 'add', '--detach', other, rev], { cwd: ROOT })
    await bringPackages(other)
    console.log(`this tree against ${rev}, ${ROUNDS} rounds in turns; ratios where there is a floor`)
    for (const name of names) for (const line of await compareFigure(name, other, scratch)) console.log(line)
    return true
  } finally {
    await run('git', ['worktree', 'remove', '--force', other], { cwd: ROOT }).catch(() => {})
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Links this tree's packages into the other tree if their lock files are equal; otherwise installs packages. */
async function bringPackages(other: string): Promise<void> {
  const [mine, theirs] = await Promise.all(
    [ROOT, other].map((tree) => readFile(join(tree, 'package-lock.json'), 'utf8')),
  )
  if (mine === theirs) await symlink(join(ROOT, 'node_modules'), join(other, 'node_modules'))
  else await run('npm', ['ci', '--prefix', other])
}

async function compareFigure(name: string, other: string, scratch: string): Promise<string[]> {
  const taken = { here: new Map<string, number[]>(), there: new Map<string, number[]>() }
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternate which tree goes first, because the first may find a warmer or a quieter machine.
    const turns = round % 2 === 0 ? (['here', 'there'] as const) : (['there', 'here'] as const)
    for (const side of turns) {
      const results = await takeOn(side === 'here' ? ROOT : other, name, join(scratch, 'results.json'))
      for (const { figure, ratio, ours } of results)
        taken[side].set(figure, [...(taken[side].get(figure) ?? []), ratio ?? ours])
    }
  }
  const lines = [...taken.here].flatMap(([figure, values]) => {
    const former = taken.there.get(figure)
    if (!former) return []
    const [now, then] = [median(values), median(former)]
    return [
      `${figure.padEnd(46)} ${short(now).padStart(8)} ${short(then).padStart(8)}  ${short(now / then)}×`,
    ]
  })
  return [...lines, `  ${name}: ${loadLine()}`]
}

/** Runs the tree's own bench once for the figure and returns its results. A missed bar is not a failure here. */
async function takeOn(tree: string, name: string, json: string): Promise<Result[]> {
  const child = spawn(process.execPath, ['e2e/bench/main.ts', name, '--json', json], {
    cwd: tree,
    env: { ...process.env, BENCH_ONCE: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const results: Result[] = JSON.parse(await readFile(json, 'utf8').catch(() => '[]'))
  await rm(json, { force: true })
  if (results.length === 0) throw new Error(`${name} was not taken on one of the trees`)
  return results
}
