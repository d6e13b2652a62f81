import { VIDEO_PURPOSES } from '../../../sync/media/video.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Statement, Tx } from '../../db/sql.ts'
import { enqueue, type QueueName } from '../../jobs/queue-names.ts'
import { type TxContext, transact } from '../../transact.ts'
import type { MediaRow } from '../store.ts'
import type { RenditionKind } from './recipes.ts'
import { insertOrders, type LineOf, listUnordered, nextDue } from './store.ts'

/**
 * The lines of renditions: quick pictures do not wait behind slow films, and the films of answers, which have money
 * and a deadline behind them, do not wait behind those of questions.
 */
export const RENDITION_LINES = {
  'rendition.picture': { kinds: ['poster', 'strip'], of: VIDEO_PURPOSES },
  'rendition.answer-film': { kinds: ['plays', 'small'], of: ['answer', 'reply'] },
  'rendition.film': { kinds: ['plays', 'small'], of: ['question'] },
} as const satisfies Partial<Record<QueueName, LineOf>>
export type RenditionLine = keyof typeof RENDITION_LINES

/** How long an answer waits for a rendition that plays on every device before its copy must do. */
export const PATIENCE_MS = 2 * 3_600_000

const UNORDERED_AT_ONCE = 200

/**
 * Orders the renditions of a stored and claimed video, in the transaction that stored or claimed it. Does nothing
 * without a converter, or when they were ordered before.
 */
export async function orderRenditions(
  inside: TxContext,
  media: Pick<MediaRow, 'id' | 'conversion'>,
): Promise<void> {
  if (!inside.context.converter) return
  const isPlayed = media.conversion === 'wanted'
  await order(inside, media.id, ['poster', ...(isPlayed ? (['plays'] as const) : []), 'small', 'strip'])
}

/** Orders the film without which a video cannot be served at all. */
export async function orderConversion(inside: TxContext, mediaId: string): Promise<void> {
  await order(inside, mediaId, ['plays'])
}

async function order(inside: TxContext, mediaId: string, kinds: readonly RenditionKind[]): Promise<void> {
  if (!(await insertOrders(inside.tx, mediaId, kinds))) return
  for (const line of lines) if (kinds.some(isOf(line))) await wake(inside, line)
}

const lines = Object.keys(RENDITION_LINES) as RenditionLine[]
const isOf = (line: RenditionLine) => (kind: RenditionKind) =>
  (RENDITION_LINES[line].kinds as readonly RenditionKind[]).includes(kind)

/** Enqueues a job, which says only that there is one more to make, not which is next. */
async function wake(inside: Pick<TxContext, 'context' | 'tx'>, line: RenditionLine, startAfter?: Date) {
  await enqueue(inside, line, { data: {}, singletonKey: 'next', ...(startAfter && { startAfter }) })
}

/** Enqueues a job for the moment when the next rendition of each line is due, even if this server ends before. */
export async function planAll(inside: TxContext): Promise<void> {
  for (const line of lines) {
    const at = await nextDue(inside.tx, RENDITION_LINES[line])
    if (at) await wake(inside, line, at)
  }
}

/** Orders the renditions of older videos, and of those whose order was lost, and wakes the lines. */
export async function sweepRenditions(context: Context): Promise<void> {
  if (!context.converter) return
  await transact(context, async (inside) => {
    for (const { id } of await listUnordered(inside.tx, UNORDERED_AT_ONCE)) {
      const [media] = await inside.tx<
        MediaRow[]
      >`select id, conversion from media where id = ${id} for update`
      if (media) await orderRenditions(inside, media)
    }
    await planAll(inside)
  })
}

/**
 * Returns how far the awaited rendition of a video that not every device plays is, in percent (D118); null when
 * none is awaited.
 */
export async function convertedPercent(on: Queryable | Tx, mediaId: string): Promise<number | null> {
  const [row] = await on<
    { percent: number | null }[]
  >`select ${convertedPercentOf(on, on`${mediaId}::uuid`)} as percent`
  return row?.percent ?? null
}

/** The same for a video within a statement. */
export function convertedPercentOf(on: Queryable | Tx, mediaId: Statement): Statement {
  return on`(select r.percent from rendition r join media rm on rm.id = r.media_id
    where r.media_id = ${mediaId} and r.kind = 'plays' and r.state = 'waiting' and rm.state in ('received', 'stored')
      and r.ordered_at > app_now() - ${PATIENCE_MS} * interval '1 millisecond')`
}

/** Returns whether the rendition of a video is still awaited. */
export const isConverting = async (on: Queryable | Tx, mediaId: string): Promise<boolean> =>
  (await convertedPercent(on, mediaId)) !== null
