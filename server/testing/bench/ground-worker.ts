import { measureRanges } from '../media/ranges.ts'
import { measureBoot } from './boot.ts'
import { measureConversion } from './conversion.ts'
import { measureDirectory } from './directory.ts'
import { type Ground, openGround } from './ground.ts'
import { measureLive } from './live.ts'
import type { Measured } from './measured.ts'
import { measurePasswords } from './passwords.ts'
import { makeBrowserWorld, makeVastFan } from './people.ts'
import { measurePull } from './pull.ts'
import { measurePush } from './push.ts'
import { measureQueue } from './queue.ts'
import { measureStreams } from './streams.ts'
import { measureUpload } from './upload.ts'
import { measureVerification } from './verification.ts'

/*
 * Takes the figures that need no browser, one at a time as the parent process orders them, and makes the world for
 * those that do. It ends when its parent ends.
 */

const FIGURES: Record<string, (ground: Ground) => Promise<Measured[]>> = {
  pull: measurePull,
  push: measurePush,
  live: measureLive,
  streams: measureStreams,
  upload: measureUpload,
  directory: measureDirectory,
  queue: measureQueue,
  ranges: measureRanges,
  verification: measureVerification,
  conversion: measureConversion,
  passwords: measurePasswords,
}

let opened: Promise<Ground> | undefined

function ground(): Promise<Ground> {
  opened ??= openGround()
  return opened
}

async function answer(order: string): Promise<unknown> {
  if (order === 'boot') return measureBoot()
  if (order === 'browser') return makeBrowserWorld(await ground())
  if (order === 'vast') return makeVastFan(await ground())
  const take = FIGURES[order]
  if (!take) throw new Error(`no figure is called ${order}`)
  const on = await ground()
  // The previous figure wrote tens of thousands of rows; otherwise autovacuum might analyse them during this one.
  await on.sql`analyze`
  return take(on)
}

process.on('message', (order: string) => {
  answer(order).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  )
})
process.once('disconnect', async () => {
  await (await opened)?.close()
  process.exit(0)
})
