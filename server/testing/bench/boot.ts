import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Child, startChild } from './child.ts'
import { type Measured, takeTurns } from './measured.ts'

const RUNS = 5
const MOST_MEMORY = 1.5
const OURS = 'server/main.ts'
const BARE = path.join(import.meta.dirname, '../floors/bare-boot-worker.ts')

/** Measures a later start of the server, when the demo's data already exist, and the memory of the idle server. */
export async function measureBoot(): Promise<Measured[]> {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'infield-boot-'))
  try {
    const weights = { ours: [] as number[], floor: [] as number[] }
    const first = await start(OURS, dir)
    await first.child.stop()
    const boot = async (kind: 'ours' | 'floor', script: string) => {
      const { child, ms } = await start(script, dir)
      weights[kind].push((await child.memory()) / 1_048_576)
      await child.stop()
      return ms
    }
    const starts = await takeTurns(RUNS, {
      ours: () => boot('ours', OURS),
      floor: () => boot('floor', BARE),
    })
    const against = 'node:http, same packages, same Postgres'
    return [
      { figure: 'server boot', unit: 'ms', ...starts, against, bar: { of: 'ours', most: 3_000 } },
      { figure: 'memory at rest', unit: 'MiB', ...weights, against, bar: { of: 'ratio', most: MOST_MEMORY } },
    ]
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

async function start(script: string, dir: string): Promise<{ child: Child; ms: number }> {
  const started = performance.now()
  const env = { NODE_ENV: 'development', PORT: '0', DATA_DIR: dir, DEMO_PASSWORD: 'chalk-lines-and-lanes' }
  // The server knows where its database is by DATA_DIR, and refuses an argument.
  const args = script === BARE ? [path.join(dir, 'postgres')] : []
  const child = await startChild({ script, args, env })
  return { child, ms: performance.now() - started }
}
