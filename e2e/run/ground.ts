import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const HOUR_MS = 3_600_000
/** How long the prepared data are valid, because the demo's deadlines follow the real clock. */
const GOOD_FOR_MS = HOUR_MS
/** The age at which no run can still be using the prepared data. */
const LEFT_AFTER_MS = 6 * HOUR_MS
const PREFIX = 'infield-ground-'
/** The environment variable that passes the folder to every process of a run. */
const GROUND = 'E2E_GROUND'

/**
 * What a device has at the beginning of a test. `app`: the service worker and what a visitor's device keeps, as
 * after a visit. `athlete`: also everything of the demo's athlete, signed out. `nothing`: it has never opened the
 * app.
 */
export type Kept = 'nothing' | 'app' | 'athlete'

/** Returns the folder of demo data that servers start with; undefined while it is being made. */
export const seededData = (): string | undefined => placeOf('data')

/** Returns the profile that a device starts with; undefined for one that has never opened the app. */
export const profileOf = (kept: Kept): string | undefined =>
  kept === 'nothing' ? undefined : placeOf(`profile-${kept}`)

function placeOf(name: string): string | undefined {
  const ground = process.env[GROUND]
  return ground && join(ground, name)
}

/**
 * Fills a folder with demo data and profiles by `make`, or reuses the folder of an earlier run with the same
 * sources within the hour. Deletes old folders.
 */
export async function prepareGround(make: (folder: string) => Promise<void>): Promise<void> {
  execFileSync(process.execPath, ['server/site/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const wanted = join(tmpdir(), `${PREFIX}${await hashSources()}`)
  await removeOld()
  if ((await ageOf(wanted)) > GOOD_FOR_MS) {
    const making = `${wanted}-${process.pid}`
    await mkdir(making)
    await make(making)
    // Another run may have made the same folder in the meantime; keep that one.
    await rename(making, wanted).catch(() => rm(making, { recursive: true, force: true }))
  }
  process.env[GROUND] = wanted
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const folder = join(tmpdir(), name)
    if (name.startsWith(PREFIX) && (await ageOf(folder)) > LEFT_AFTER_MS)
      await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the age in milliseconds; infinity when the folder does not exist. */
async function ageOf(folder: string): Promise<number> {
  const made = await stat(folder).catch(() => null)
  return made ? Date.now() - made.birthtimeMs : Number.POSITIVE_INFINITY
}

/**
 * Hashes everything that the prepared data depend on: the built client, the server, and the code that signs in and
 * visits.
 */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const folders = ['server', 'sync', 'e2e'].map((name) => filesUnder(name))
  const sources = (await Promise.all(folders)).flat().filter((name) => /\.(ts|json|sql)$/.test(name))
  for (const file of [...sources.sort(), 'dist/stamp', 'package-lock.json']) {
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Files that the prepared data do not depend on: tests, and code that only tests use. */
const NO_PART = /\.(test|spec)\.ts$|^(server\/testing|e2e\/(flows|bench|media))\//

async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((name) => !NO_PART.test(name))
}
