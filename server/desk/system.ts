import type { SystemAnswer } from '../../sync/desk/office.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import type { Caller } from '../../sync/roles.ts'
import type { Context } from '../context.ts'
import { notDropped } from '../db/dropped.ts'
import type { Room } from '../disk-room.ts'
import { InternalError } from '../log.ts'
import { isLooseFull } from '../media/loose-room.ts'
import { warningsOf } from '../warnings.ts'
import { listTroubles } from './trouble/list-troubles.ts'

type Counts = {
  mails: number
  pushes: number
  money: number
  bytes: string
  videos: number
  refused: number
  epoch: string
}

/** Returns the state of the background work, and what of it needs an admin. */
export async function readSystem(context: Context, caller: Caller): Promise<SystemAnswer> {
  const { sql, jobs, clock, blobs } = context
  const [count] = await sql<Counts[]>`
    select (select count(*)::int from mail where sent_at is null and ${notDropped(sql, 'mail')}) as mails,
      (select count(*)::int from push_message where sent_at is null and ${notDropped(sql, 'push_message')}) as pushes,
      (select count(*)::int from money_operation where state = 'intended') as money,
      (select coalesce(sum(served_bytes), 0)::text from media where state = 'stored') as bytes,
      (select count(*)::int from media where state = 'stored') as videos,
      (select count(*)::int from media where state = 'refused') as refused, app_epoch() as epoch`
  if (!count) throw new InternalError('counting answered no row')
  const room = await blobs.room()
  const { waiting, due, active } = await jobs.counts()
  return {
    jobs: { waiting, due, active },
    mails: { waiting: count.mails },
    pushes: { waiting: count.pushes },
    money: { underWay: count.money },
    ...(await listTroubles(sql, caller)),
    videos: { bytes: Number(count.bytes), count: count.videos, refused: count.refused, ...shown(room) },
    warnings: [...warningsOf(context, room), ...((await isLooseFull(sql, room)) ? [LOOSE_FULL] : [])],
    epoch: count.epoch,
    protocol: PROTOCOL,
    now: (await clock.now()).getTime(),
  }
}

const LOOSE_FULL =
  'Videos that fans sent with questions they have not asked yet take all the room that they may, a quarter. Other fans cannot send videos until some of them are asked, or a week old.'

/** A bucket has no known size, so the answer says zero of zero. */
const shown = ({ freeBytes, totalBytes, isEndless }: Room) =>
  isEndless ? { freeBytes: 0, totalBytes: 0 } : { freeBytes, totalBytes }
