import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Measured } from './measured.ts'

const ROOT = join(import.meta.dirname, '../..')
const SAID = /^(\S+): ([\d.]+) kB .*\(([\d.]+) kB\)$/

/** The script of each public page before anybody touches it, as the build's own check weighs it. */
export async function measureWeight(): Promise<Measured[]> {
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
