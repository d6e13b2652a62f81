import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '../../db/embedded.ts'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'

/** Kills the database as a power cut does, and starts it again. Servers that live have to find it again. */
export async function killPostgres(folder: string, sql: Sql): Promise<EmbeddedPostgres> {
  await killPostmaster(folder)
  const postgres = await startPostgres(folder)
  for (let tries = 0; tries < 50; tries++) {
    const isUp = await sql`select 1`.then(() => true).catch(() => false)
    if (isUp) return postgres
    await pause(100)
  }
  throw new Error('the database did not come back')
}

/** Kills the main process of a database. Its other processes notice that, and end as well. */
export async function killPostmaster(folder: string): Promise<void> {
  const pid = Number((await readFile(path.join(folder, 'pg18', 'postmaster.pid'), 'utf8')).split('\n')[0])
  await killed(pid)
}

/**
 * Kills a process that is no child of this one, and waits until it is gone, because until then it may still answer.
 */
async function killed(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      return
    }
    await pause(5)
  }
}
