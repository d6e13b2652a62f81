import { VIDEO_PURPOSES } from '../../../sync/media/video.ts'
import type { Context } from '../../context.ts'
import type { Queryable, Statement, Tx } from '../../db/sql.ts'
import { enqueue, type QueueName } from '../../jobs/queue-names.ts'
import { type TxContext, transact } from '../../transact.ts'
import type { MediaRow } from '../store.ts'
import type { RenditionKind } from './recipes.ts'
import { insertOrders, type LineOf, listUnordered, nextDue } from './store.ts'

/**
 * Pictures, which are made at once, do not wait behind films, which take a while; nor does the film of an answer, for which
 * money and a deadline wait, behind that of somebody's question.
 */
export const RENDITION_LINES = {
  'rendition.picture': { kinds: ['poster', 'strip'], of: VIDEO_PURPOSES },
  'rendition.answer-film': { kinds: ['plays', 'small'], of: ['answer', 'reply'] },
  'rendition.film': { kinds: ['plays', 'small'], of: ['question'] },
} as const satisfies Partial<Record<QueueName, LineOf>>
export type RenditionLine = keyof typeof RENDITION_LINES

/** So long somebody waits for a rendition that plays on every device; then the copy has to do. */
export const PATIENCE_MS = 2 * 3_600_000

const UNORDERED_AT_ONCE = 200

/**
 * Orders what is made of a stored video that somebody claimed, in the transaction that stored or claimed it. Does nothing
 * where nothing converts, and to one whose renditions were ordered already.
 */
export async function orderRenditions(
  inside: TxContext,
  media: Pick<MediaRow, 'id' | 'conversion'>,
): Promise<void> {
  if (!inside.context.converter) return
  const isPlayed = media.conversion === 'wanted'
  await order(inside, media.id, ['poster', ...(isPlayed ? (['plays'] as const) : []), 'small', 'strip'])
}

/** Orders the file without which a video cannot be served at all. */
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

/** A job says that there is one more to be made, and not which is next. */
async function wake(inside: Pick<TxContext, 'context' | 'tx'>, line: RenditionLine, startAfter?: Date) {
  await enqueue(inside, line, { data: {}, singletonKey: 'next', ...(startAfter && { startAfter }) })
}

/** Sees to it that somebody looks when the next one of each line may be made, also should this server end. */
export async function planAll(inside: TxContext): Promise<void> {
  for (const line of lines) {
    const at = await nextDue(inside.tx, RENDITION_LINES[line])
    if (at) await wake(inside, line, at)
  }
}

/** Orders the renditions of videos from before, or whose order was lost, and wakes the lines. */
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

/** How far the rendition is that a video waits for because not every device plays it (D118); null where none is waited for. */
export async function convertedPercent(on: Queryable | Tx, mediaId: string): Promise<number | null> {
  const [row] = await on<
    { percent: number | null }[]
  >`select ${convertedPercentOf(on, on`${mediaId}::uuid`)} as percent`
  return row?.percent ?? null
}

/** The same of a video that a statement names. */
export function convertedPercentOf(on: Queryable | Tx, mediaId: Statement): Statement {
  return on`(select r.percent from rendition r join media rm on rm.id = r.media_id
    where r.media_id = ${mediaId} and r.kind = 'plays' and r.state = 'waiting' and rm.state in ('received', 'stored')
      and r.ordered_at > app_now() - ${PATIENCE_MS} * interval '1 millisecond')`
}

/** Whether somebody still waits for the rendition of a video. */
export const isConverting = async (on: Queryable | Tx, mediaId: string): Promise<boolean> =>
  (await convertedPercent(on, mediaId)) !== null
