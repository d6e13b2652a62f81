import { rm } from 'node:fs/promises'
import { SEED, startServer } from './server.ts'

/** Makes the demo data once for all servers of a run; answers how they are taken away again. */
export default async function seed(): Promise<() => Promise<void>> {
  const { dataDir, halt } = await startServer()
  await halt()
  process.env[SEED] = dataDir
  return () => rm(dataDir, { recursive: true, force: true })
}
