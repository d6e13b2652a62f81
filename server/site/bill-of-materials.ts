import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { processEnvironment } from '../env.ts'

/** Longer than any output of npm. */
const MOST_BYTES = 64 * 1_024 ** 2

/**
 * Writes the product's dependencies as CycloneDX, without development dependencies. Throws when npm cannot be run,
 * or finds other installed packages than those in the lock file.
 */
export async function writeBillOfMaterials(project: string, file: string): Promise<void> {
  const ours = processEnvironment.npm_execpath
  const [program, ...first] = ours ? [process.execPath, ours] : ['npm']
  const asked = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev']
  const { stdout } = await promisify(execFile)(program ?? 'npm', [...first, ...asked], {
    cwd: project,
    maxBuffer: MOST_BYTES,
  })
  await writeFile(file, stdout)
}
