import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { compareTrees } from './against.ts'
import { measureColdStart } from './cold-start.ts'
import { measureFirstSync } from './first-sync.ts'
import { type Ground, startGround } from './ground.ts'
import { measureGrowth } from './growth.ts'
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
 * npm run bench: takes the figures one after another and prints each beside its floor from the same run.
 * npm run bench -- pull push: takes only these figures.
 * npm run bench -- --write: keeps the results in docs/figures.json, and draws docs/figures.svg from them.
 * npm run bench -- pull --against v1: takes the figure on this tree and on another revision's in turns.
 */

/** Takes figures. On a repeat, `missed` names those whose bars were missed, so that the others can be left out. */
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
  growth: measureGrowth,
  stop: measureStop,
  send: measureSafeSend,
  ask: measureSlowAsk,
  taps: measureTaps,
  // These come last, because they answer questions that the figures above need unanswered.
  film: measureFilmUpload,
  memory: measureMemory,
}

const ROOT = join(import.meta.dirname, '../..')
const SAID = /^(\S+): ([\d.]+) kB .*\(([\d.]+) kB\)$/

/** How many misses in a row count as missed, because one may be noise; comparing two trees takes each figure once. */
const TRIES = process.env.BENCH_ONCE ? 1 : 3

/** Takes a figure, again while a bar is missed. A figure that cannot be taken is reported and returns null. */
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

/** Keeps, for each figure, the former result if it held its bar, otherwise the latest. */
function keepHeld(former: Result[], latest: Result[]): Result[] {
  if (former.length === 0) return latest
  return former.map((old) => (old.isHeld ? old : (latest.find(({ figure }) => figure === old.figure) ?? old)))
}

/** Returns the figures whose bars were missed; null before the first results. */
function missedOf(results: Result[]): ReadonlySet<string> | null {
  if (results.length === 0) return null
  return new Set(results.filter(({ isHeld }) => isHeld === false).map(({ figure }) => figure))
}

/** Takes all chosen figures. Returns true if each could be taken and no bar was missed on every try. */
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

/** Measures each public page's initial script with the build's own weight check. */
async function measureWeight(): Promise<Measured[]> {
  // The check exits with an error if a page is over its limit, but its output is still complete.
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
