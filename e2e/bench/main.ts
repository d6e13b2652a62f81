import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compareTrees } from './against.ts'
import { measureColdStart } from './cold-start.ts'
import { measureFirstSync } from './first-sync.ts'
import { type Ground, startGround } from './ground.ts'
import { type Measured, type Result, resultOf } from './measured.ts'
import { measureMemory } from './memory.ts'
import { type Options, readOptions } from './options.ts'
import { keepFigures } from './report.ts'
import { measureScript } from './script.ts'
import { measureFilmUpload } from './send/film-upload.ts'
import { measureSafeSend } from './send/safe-send.ts'
import { measureSlowAsk } from './slow-ask.ts'
import { measureStop } from './stop.ts'
import { figureLine, headLine, loadLine } from './table.ts'
import { measureTaps } from './taps.ts'
import { measureThread } from './thread.ts'
import { measureWeb } from './web.ts'

/*
 * npm run bench: takes the figures one after another and prints each beside its floor, taken in the same run.
 * npm run bench -- pull push: only those.
 * npm run bench -- --write: keeps what was taken in docs/figures.json, and draws docs/figures.svg from it.
 * npm run bench -- pull --against v1: the same figure on another revision's tree, turn by turn.
 */

/** Takes figures; of those that it takes one by one only the missed ones, where it is told which they are. */
type Take = (ground: Ground, missed: ReadonlySet<string> | null) => Promise<Measured[]>

const onServer =
  (name: string): Take =>
  (ground) =>
    ground.ask<Measured[]>(name)

const FIGURES: Record<string, Take> = {
  pull: onServer('pull'),
  push: onServer('push'),
  live: onServer('live'),
  streams: onServer('streams'),
  upload: onServer('upload'),
  boot: onServer('boot'),
  directory: onServer('directory'),
  queue: onServer('queue'),
  ranges: onServer('ranges'),
  verification: onServer('verification'),
  conversion: onServer('conversion'),
  passwords: onServer('passwords'),
  weight: measureWeight,
  script: measureScript,
  web: measureWeb,
  start: measureColdStart,
  sync: measureFirstSync,
  thread: measureThread,
  stop: measureStop,
  send: measureSafeSend,
  ask: measureSlowAsk,
  taps: measureTaps,
  // last: these answer questions
  film: measureFilmUpload,
  memory: measureMemory,
}

const ROOT = join(import.meta.dirname, '../..')
const SAID = /^(\S+): ([\d.]+) kB .*\(([\d.]+) kB\)$/

/** A bar that is missed so often in a row is missed; once is noise of the machine. Two trees are compared without it. */
const TRIES = process.env.BENCH_ONCE ? 1 : 3

/** A figure that cannot be taken is said, and the others are taken all the same. */
async function take(name: string, ground: Ground): Promise<Result[] | null> {
  let results: Result[] = []
  try {
    for (let turn = 1; turn <= TRIES; turn += 1) {
      const taken = ((await FIGURES[name]?.(ground, missedOf(results))) ?? []).map(resultOf)
      for (const result of taken) console.log(figureLine(result))
      console.log(`  ${name}: ${loadLine()}`)
      results = keepHeld(results, taken)
      if (results.every(({ isHeld }) => isHeld !== false)) return results
      if (turn < TRIES) console.log(`  ${name}: a bar is missed, taken again`)
    }
    return results
  } catch (error) {
    console.log(`  ${name}: not taken. ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

/** Of two takings of a figure the one that holds its bar, else the later one. */
function keepHeld(former: Result[], latest: Result[]): Result[] {
  if (former.length === 0) return latest
  return former.map((old) => (old.isHeld ? old : (latest.find(({ figure }) => figure === old.figure) ?? old)))
}

/** The figures whose bars were missed; null before any was taken. */
function missedOf(results: Result[]): ReadonlySet<string> | null {
  if (results.length === 0) return null
  return new Set(results.filter(({ isHeld }) => isHeld === false).map(({ figure }) => figure))
}

/** True when every figure was taken and no bar was missed three times in a row. */
async function takeAll({ names, json, isWritten }: Options): Promise<boolean> {
  const ground = startGround()
  const results: Result[] = []
  let isWhole = true
  console.log(loadLine())
  console.log(headLine())
  try {
    for (const name of names) {
      const taken = await take(name, ground)
      isWhole &&= taken !== null
      results.push(...(taken ?? []))
    }
  } finally {
    await ground.close()
  }
  const missed = results.filter(({ isHeld }) => isHeld === false)
  for (const { figure } of missed) console.log(`missed ${TRIES} times in a row: ${figure}`)
  if (json) await writeFile(json, JSON.stringify(results))
  if (isWritten) await keepFigures(results)
  return isWhole && missed.length === 0
}

const read = readOptions(process.argv.slice(2), Object.keys(FIGURES))
const isWhole = await (read.rev ? compareTrees(read, read.rev) : takeAll(read)).catch((error: Error) =>
  console.error(error.message),
)
process.exitCode = isWhole ? 0 : 1

/** The script of each public page before anybody touches it, as the build's own check weighs it. */
async function measureWeight(): Promise<Measured[]> {
  // a page that is over makes the check fail, and is told here all the same
  const check = promisify(execFile)(process.execPath, ['.ci/build/weight.ts'], { cwd: ROOT })
  const { stdout } = await check.catch((failed: { stdout?: string }) => ({ stdout: failed.stdout ?? '' }))
  const rows = stdout.split('\n').flatMap((line): Measured[] => {
    const [, screen = '', size, most] = SAID.exec(line) ?? []
    if (size === undefined) return []
    const figure = `script of ${screen}`
    return [
      {
        figure,
        unit: 'kB brotli',
        ours: [Number(size)],
        floor: [],
        against: '',
        bar: { of: 'ours', most: Number(most) },
      },
    ]
  })
  if (rows.length === 0) throw new Error('there is no build to weigh: npm run build')
  return rows
}
