import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'
import { advanceClock } from '../clock.ts'
import type { Child } from '../grounds/child.ts'
import type { MachineStep } from '../grounds/ground.ts'
import { MISSED_MS } from '../grounds/stage.ts'
import { fillForDatabase, fillForServer } from './disk.ts'

/** What a strain may use of the ground: the server it hits, if one runs, and how the ground goes on without it. */
type Strained = {
  sql: Sql
  dir: string
  server: Child | null
  /** Nobody asks that server any more; whoever needs one starts another. */
  leave(): void
  /** Starts the next one in its place, of a newer build. */
  renew(): Promise<unknown>
  /** The other server does what is due. */
  runOther(): Promise<void>
  /** Says how a server should not have ended. */
  complain(how: string): void
}

/** A server that is told to stop answers what is under way, ends what it works at, and is gone after so long at most. */
const STOPS_WITHIN_MS = 10_000
/** An order is on its way for less. */
const HEARD_MS = 20
/** What was given back is tried again after so long. */
const RETRIED_MS = 10_000

/** What a machine suffers besides being killed; false where there was nothing to suffer it. */
export async function strain(step: MachineStep, ground: Strained): Promise<boolean> {
  const { sql, server } = ground
  if (!server) return false
  switch (step.do) {
    case 'tell to stop':
      await stopped(server, ground)
      return true
    case 'newer version':
      // the old one is told to stop while the new one comes up, and the other old one works beside it
      await Promise.all([stopped(server, ground), ground.renew()])
      return true
    case 'block':
      await blocked(server, step.ms, ground)
      return true
    case 'exhaust memory': {
      ground.leave()
      server.tell({ do: 'exhaust memory' })
      const how = await server.ends()
      if (how !== 'SIGABRT' && how !== 'SIGKILL') ground.complain(`out of memory, it ended with ${how}`)
      await advanceClock(sql, MISSED_MS)
      return true
    }
    case 'fill disk':
      if (step.of === 'videos') return fillForServer(server.pid)
      if (!(await fillForDatabase(sql))) return false
      await advanceClock(sql, MISSED_MS)
      return true
  }
}

/** It is given up, and what it had begun is done by the other; then it goes on with it. */
async function blocked(server: Child, ms: number, { sql, dir, runOther }: Strained): Promise<void> {
  const file = path.join(dir, `blocked-${server.pid}`)
  await writeFile(file, '')
  server.tell({ do: 'block', file })
  const atLeast = pause(ms)
  await pause(HEARD_MS)
  for (const later of [MISSED_MS, RETRIED_MS]) {
    await advanceClock(sql, later)
    await runOther()
  }
  await atLeast
  await rm(file)
}

async function stopped(server: Child, { sql, leave, complain }: Strained): Promise<void> {
  leave()
  const from = performance.now()
  const how = await server.ends('SIGTERM')
  const ms = Math.round(performance.now() - from)
  // on its way to the end it may come by a point where it is killed
  const isKilled = how === 'SIGKILL' && ms < STOPS_WITHIN_MS
  if (isKilled) await advanceClock(sql, MISSED_MS)
  else if (how !== 'code 0' || ms > STOPS_WITHIN_MS)
    complain(`told to stop, it ended with ${how} after ${ms} ms`)
}
