import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { takeLock } from '../db/lock-file.ts'
import { writeBillOfMaterials } from './bill-of-materials.ts'

/** The folder of the repository. */
export const PROJECT = path.resolve(import.meta.dirname, '../..')
const VITE = path.join(PROJECT, 'node_modules', 'vite', 'bin', 'vite.js')

/** The folder of the build: `client/` for browsers, `server/render.js` for the server. */
export const DIST = path.join(PROJECT, 'dist')

const SOURCES = [
  'client',
  'sync',
  'public',
  '.ci/build',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
]
const NOT_BUILT_FROM = /\.test\.tsx?$|\/README\.md$/

/** Builds the client and its renderer if their sources changed since the last build, and prints one line about it. */
export async function ensureBuilt(project = PROJECT): Promise<void> {
  const stamp = path.join(project, 'dist', 'stamp')
  const wanted = await hashSources(project)
  const isBuilt = async () => (await readFile(stamp, 'utf8').catch(() => '')) === wanted
  if (await isBuilt()) return
  // otherwise two servers started at the same time would overwrite each other's files
  await mkdir(path.dirname(stamp), { recursive: true })
  const release = await takeLock(path.join(project, 'dist', 'building'))
  try {
    if (!(await isBuilt())) await build(project, { stamp, wanted })
  } finally {
    await release()
  }
}

async function build(project: string, { stamp, wanted }: { stamp: string; wanted: string }): Promise<void> {
  process.stdout.write('Building the app …\n')
  // remove the stamp first, so that an interrupted build does not count as finished
  await rm(stamp, { force: true })
  await vite(project, ['build'])
  if (await exists(path.join(project, 'client', 'render.tsx'))) {
    await vite(project, ['build', '--ssr', 'render.tsx'])
  }
  await writeFile(stamp, wanted)
}

async function hashSources(project: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await Promise.all(SOURCES.map((name) => filesUnder(project, name)))
  for (const file of files.flat().sort()) {
    hash.update(`${file}\0`).update(await readFile(path.join(project, file)))
  }
  return hash.digest('hex')
}

async function filesUnder(project: string, name: string): Promise<string[]> {
  const found = await stat(path.join(project, name)).catch(() => null)
  if (!found) return []
  if (found.isFile()) return [name]
  const entries = await readdir(path.join(project, name), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
    .filter((file) => !NOT_BUILT_FROM.test(file))
}

const exists = async (file: string) => (await stat(file).catch(() => null)) !== null

/** Runs Vite in a separate process, so that its memory is freed afterwards; its output is shown only if it failed. */
async function vite(project: string, args: string[]): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: handed on, not read; a server under test serves the real build as well
  const env = { ...process.env, NODE_ENV: 'production', VITEST: undefined }
  const child = spawn(process.execPath, [VITE, ...args], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      said += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('close', resolve).on('error', reject),
  )
  if (code !== 0) throw new Error(`vite ${args.join(' ')} failed:\n${said}`)
}

if (import.meta.main) {
  await ensureBuilt()
  // next to the served files, so that it is not served
  await writeBillOfMaterials(PROJECT, path.join(DIST, 'sbom.json'))
}
