import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const HOUR_MS = 3_600_000
/** The demo's deadlines run by the clock of the day: made ground is good for so long. */
const GOOD_FOR_MS = HOUR_MS
/** Whoever still uses ground that old is not there any more. */
const LEFT_AFTER_MS = 6 * HOUR_MS
const PREFIX = 'infield-ground-'
/** Names the ground to every process of a run. */
const GROUND = 'E2E_GROUND'

/**
 * What a device keeps at the beginning of a test. `app`: the service worker and what a visitor's device keeps, as after
 * a visit. `athlete`: also everything of the demo's athlete, who is signed in nowhere. `nothing`: it has never been here.
 */
export type Kept = 'nothing' | 'app' | 'athlete'

/** Where the demo data lie that servers begin with; none while they are being made. */
export const seededData = (): string | undefined => placeOf('data')

/** The profile that a device begins with; none for one that has never been here. */
export const profileOf = (kept: Kept): string | undefined =>
  kept === 'nothing' ? undefined : placeOf(`profile-${kept}`)

function placeOf(name: string): string | undefined {
  const ground = process.env[GROUND]
  return ground && join(ground, name)
}

/**
 * Has `make` fill a folder with demo data and profiles, or takes what an earlier run left of the same sources within the
 * hour. Older ones are removed.
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
    // what another run made meanwhile is as good
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

/** In milliseconds since it was made; what is not there is older than anything. */
async function ageOf(folder: string): Promise<number> {
  const made = await stat(folder).catch(() => null)
  return made ? Date.now() - made.birthtimeMs : Number.POSITIVE_INFINITY
}

/** Of everything the ground is made by: the built client, the server, and what signs in and visits here. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  const folders = ['server', 'sync', 'e2e'].map((name) => filesUnder(name))
  const sources = (await Promise.all(folders)).flat().filter((name) => /\.(ts|json|sql)$/.test(name))
  for (const file of [...sources.sort(), 'dist/stamp', 'package-lock.json']) {
    hash.update(`${file}\0`).update(await readFile(join(ROOT, file)))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Tests make no ground, nor does what is only theirs. */
const NO_PART = /\.(test|spec)\.ts$|^(server\/testing|e2e\/(flows|bench|media))\//

async function filesUnder(folder: string): Promise<string[]> {
  const found = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1))
    .filter((name) => !NO_PART.test(name))
}
