import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Sql } from '../../db/sql.ts'
import { pause } from '../../pause.ts'
import { advanceClock } from '../clock.ts'
import type { Child } from '../grounds/child.ts'
import type { MachineStep } from '../grounds/ground.ts'
import { MISSED_MS } from '../grounds/stage.ts'
import { fillForDatabase, fillForServer } from './disk.ts'

/**
 * What a fault may use of the ground: the server that it strikes, if one runs, and how the ground goes on without it.
 */
type Strained = {
  sql: Sql
  dir: string
  server: Child | null
  /** Forgets that server, so that no further request goes to it. */
  leave(): void
  /** Starts a server of a newer build in its place. */
  renew(): Promise<unknown>
  /** Makes the other server run what is due. */
  runOther(): Promise<void>
  /** Reports that a server ended as it should not have. */
  complain(how: string): void
}

/** How long a server may take to stop. Until then it answers what is under way and ends what it works at. */
const STOPS_WITHIN_MS = 10_000
/** This is longer than an order takes to reach a server. */
const HEARD_MS = 20
/** How long the queue waits before it tries again what it was given back. */
const RETRIED_MS = 10_000

/** Applies a machine's fault other than a kill. Returns false if no server runs, or if the system cannot do it. */
export async function strain(step: MachineStep, ground: Strained): Promise<boolean> {
  const { sql, server } = ground
  if (!server) return false
  switch (step.do) {
    case 'tell to stop':
      await stopped(server, ground)
      return true
    case 'newer version':
      // The old server stops while the new one starts, and the other old one works beside it.
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

/**
 * Blocks a server while the other one takes over what it had begun. Then the blocked server goes on with the same
 * work.
 */
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
  // While it stops, the server may pass an armed point and be killed there.
  const isKilled = how === 'SIGKILL' && ms < STOPS_WITHIN_MS
  if (isKilled) await advanceClock(sql, MISSED_MS)
  else if (how !== 'code 0' || ms > STOPS_WITHIN_MS)
    complain(`told to stop, it ended with ${how} after ${ms} ms`)
}
