import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { processEnvironment } from '../env.ts'

/** Longer than any answer of npm's. */
const MOST_BYTES = 64 * 1_024 ** 2

/**
 * Writes what the product is made of, without what only its makers use, as CycloneDX. Throws where npm is not there to say
 * it, or finds the installed packages to be others than the lock file's.
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
