import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { measureColdStart } from './cold-start.ts'
import { measureFirstSync } from './first-sync.ts'
import { type Ground, startGround } from './ground.ts'
import type { Measured } from './measured.ts'
import { measureMemory } from './memory.ts'
import { measureScript } from './script.ts'
import { measureFilmUpload } from './send/film-upload.ts'
import { measureSafeSend } from './send/safe-send.ts'
import { figureLine, headLine, loadLine } from './table.ts'
import { measureWeb } from './web.ts'

/*
 * npm run bench: takes the figures one after another and prints each beside its floor, taken in the same run.
 * npm run bench -- pull push: only those.
 */

type Take = (ground: Ground) => Promise<Measured[]>

const onServer =
  (name: string): Take =>
  (ground) =>
    ground.ask<Measured[]>(name)

const FIGURES: Record<string, Take> = {
  pull: onServer('pull'),
  push: onServer('push'),
  live: onServer('live'),
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
  send: measureSafeSend,
  // last: these answer questions
  film: measureFilmUpload,
  memory: measureMemory,
}

function chosenNames(): string[] {
  const named = process.argv.slice(2)
  const unknown = named.filter((name) => !Object.hasOwn(FIGURES, name))
  if (unknown.length > 0)
    throw new Error(`There is no figure ${unknown.join(', ')}. There are: ${Object.keys(FIGURES).join(', ')}`)
  return named.length > 0 ? named : Object.keys(FIGURES)
}

/** A figure that cannot be taken is said, and the others are taken all the same. */
async function take(name: string, ground: Ground): Promise<boolean> {
  try {
    const rows = (await FIGURES[name]?.(ground)) ?? []
    for (const row of rows) console.log(figureLine(row))
    console.log(`  ${name}: ${loadLine()}`)
    return true
  } catch (error) {
    console.log(`  ${name}: not taken. ${error instanceof Error ? error.message : String(error)}`)
    return false
  }
}

async function main(): Promise<boolean> {
  const names = chosenNames()
  const ground = startGround()
  let isWhole = true
  console.log(loadLine())
  console.log(headLine())
  try {
    for (const name of names) isWhole = (await take(name, ground)) && isWhole
  } finally {
    await ground.close()
  }
  return isWhole
}

const isWhole = await main().catch((error: Error) => console.error(error.message))
process.exitCode = isWhole ? 0 : 1

const ROOT = join(import.meta.dirname, '../..')
const SAID = /^(\S+): ([\d.]+) kB .*\(([\d.]+) kB\)$/

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
