import { measureFan } from './cold-start.ts'
import { serveEmpty } from './empty-page.ts'
import { syncOnce } from './first-sync.ts'
import type { BrowserWorld, Ground } from './ground.ts'
import type { Measured } from './measured.ts'
import { measureThreadOf } from './thread.ts'

const RUNS = 3
/** Ten times the documents may take a little more than ten times as long. */
const MOST_SYNC = 12
/** What a person waits for again and again must not grow with the documents; the rest is noise. */
const MOST_AGAIN = 1.3

/** Measures what a hundred thousand documents change, against ten thousand in the same run. */
export async function measureGrowth(ground: Ground): Promise<Measured[]> {
  const world = await ground.world()
  const large = world.fans.at(-1)
  if (!large) throw new Error('nobody has asked')
  const vast = await ground.ask<BrowserWorld['fans'][number]>('vast')
  const against = `the same with ${large.questions}`
  const sync: Measured = {
    ...{ figure: `first sync of ${vast.questions} documents`, unit: 'ms', ours: [], floor: [], against },
    bar: { of: 'ratio', most: MOST_SYNC },
  }
  for (let run = 0; run < RUNS; run += 1) {
    sync.floor.push((await syncOnce(world, large.member, large.questions)).ours)
    sync.ours.push((await syncOnce(world, vast.member, vast.questions)).ours)
  }
  const beside = (small: Measured, { figure, unit, ours }: Measured): Measured => ({
    ...{ figure, unit, ours, floor: small.ours, against, bar: { of: 'ratio', most: MOST_AGAIN } },
  })
  const threads = [await measureThreadOf(world, large), await measureThreadOf(world, vast)] as const
  const empty = await serveEmpty()
  try {
    const before = await measureFan(world, large, empty)
    const after = await measureFan(world, vast, empty)
    const starts = after.flatMap((row, index) => (before[index] ? [beside(before[index], row)] : []))
    return [sync, beside(...threads), ...starts]
  } finally {
    empty.server.close()
  }
}
