import type { Stuck, SystemAnswer } from '../../sync/desk/office.ts'
import { PROTOCOL } from '../../sync/protocol.ts'
import type { Context } from '../context.ts'
import { InternalError } from '../log.ts'
import type { Room } from '../media/room.ts'
import { warningsOf } from '../warnings.ts'

/** What has been tried this often is shown by itself. */
const STUCK_TRIES = 2
const SHOWN = 50

/** What works behind the screens: jobs, and what should have left and has not. It names kinds and errors, never people. */
export async function readSystem({
  env,
  sql,
  jobs,
  clock,
  blobs,
  converter,
}: Context): Promise<SystemAnswer> {
  const stuck = async (rows: PromiseLike<readonly (Omit<Stuck, 'since'> & { since: Date })[]>) =>
    (await rows).map((row) => ({ ...row, since: row.since.getTime() }))
  const [count] = await sql<
    {
      mails: number
      pushes: number
      money: number
      bytes: string
      videos: number
      refused: number
      epoch: string
    }[]
  >`select (select count(*)::int from mail where sent_at is null) as mails,
      (select count(*)::int from push_message where sent_at is null) as pushes,
      (select count(*)::int from money_operation where state = 'intended') as money,
      (select coalesce(sum(served_bytes), 0)::text from media where state = 'stored') as bytes,
      (select count(*)::int from media where state = 'stored') as videos,
      (select count(*)::int from media where state = 'refused') as refused, app_epoch() as epoch`
  if (!count) throw new InternalError('counting answered no row')
  const room = await blobs.room()
  return {
    jobs: await jobs.counts(),
    mails: {
      waiting: count.mails,
      stuck: await stuck(sql`
        select id, kind, tries, error, created_at as since from mail
        where sent_at is null and tries >= ${STUCK_TRIES} order by created_at limit ${SHOWN}`),
    },
    pushes: {
      waiting: count.pushes,
      stuck: await stuck(sql`
        select id, kind, tries, error, created_at as since from push_message
        where sent_at is null and tries >= ${STUCK_TRIES} order by created_at limit ${SHOWN}`),
    },
    money: {
      underWay: count.money,
      stuck: await stuck(sql`
        select id, kind, tries, error, created_at as since from money_operation
        where state = 'failed' or (state = 'intended' and tries >= ${STUCK_TRIES}) order by created_at desc limit ${SHOWN}`),
    },
    videos: { bytes: Number(count.bytes), count: count.videos, refused: count.refused, ...shown(room) },
    warnings: warningsOf({ env, converter }, room),
    epoch: count.epoch,
    protocol: PROTOCOL,
    now: (await clock.now()).getTime(),
  }
}

/** Nothing can be said of how full a bucket is: none of none. */
const shown = ({ freeBytes, totalBytes, isEndless }: Room) =>
  isEndless ? { freeBytes: 0, totalBytes: 0 } : { freeBytes, totalBytes }
