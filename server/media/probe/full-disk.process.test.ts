import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const CLIPS = path.join(import.meta.dirname, '../../testing/media')
const PRLIMIT = '/usr/bin/prlimit'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'infield-full-'))
})
afterAll(() => rm(dir, { recursive: true }))

/** Inspects a clip where no file may be larger than this, and returns what comes of it. */
async function inspected(name: string, family: 'webm' | 'mp4', largestBytes: number): Promise<string> {
  const script = `
    import { stat } from 'node:fs/promises'
    import { inspectVideo, readingLimits } from ${JSON.stringify(path.join(import.meta.dirname, 'probe.ts'))}
    const file = ${JSON.stringify(path.join(CLIPS, name))}
    const { size: bytes } = await stat(file)
    const means = { canConvert: false }
    const sizes = { bytes, longestMs: 60_000, limits: readingLimits(bytes) }
    const asked = { file, draft: ${JSON.stringify(path.join(dir, 'draft'))}, family: '${family}', means, ...sizes }
    const said = await inspectVideo(asked).then(({ ok }) => (ok ? 'taken' : 'refused'), ({ message }) => message)
    process.stdout.write(said, () => process.exit())`
  const node = [process.execPath, '--input-type=module', '-e', script]
  const { stdout } = await promisify(execFile)(PRLIMIT, [`--fsize=${largestBytes}`, ...node])
  return stdout
}

test.runIf(existsSync(PRLIMIT)).each([
  ['answer.mp4', 'mp4'],
  ['question.webm', 'webm'],
] as const)('a disk that takes only the beginning of a copy is not the fault of %s', async (name, family) => {
  expect(await inspected(name, family, 1_000_000)).toBe('taken')
  expect(await inspected(name, family, 20_000)).toMatch(/^EFBIG/)
})
