import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import type { Context } from '../../context.ts'
import { countHappened } from '../../figures/count-happened.ts'
import { tellAccount } from '../../notify/enqueue.ts'
import type { Digest } from '../../notify/mail-templates/digest-mail.ts'
import { teamFor } from '../../notify/team-readers.ts'
import { type TxContext, transact } from '../../transact.ts'

const WEEK_MS = 7 * DAY_MS
/** When on Monday, in UTC, the mail about the past week is sent. */
const TOLD_AT_MS = 7 * HOUR_MS

/**
 * Mails the figures of the queue in the week that ended on Sunday to everyone who screens: once a week each,
 * unless they turned it off. A week in which nothing was asked, decided or waiting is skipped.
 */
export async function tellDigest(context: Context): Promise<void> {
  await transact(context, async (inside) => {
    const { tx, now } = inside
    const team = await teamFor(inside.tx, 'weekly-digest')
    // New members of the team get their first mail after the next whole week.
    await tx`
      insert into weekly_digest (person_id, told_at) select id, ${now} from unnest(${team}::uuid[]) id
      on conflict (person_id) do nothing`
    const week = weekBefore(now)
    const due = await tx<{ id: string }[]>`
      update weekly_digest set told_at = ${now}
      where person_id = any(${team}) and not is_off and told_at < ${new Date(week.to.getTime() + TOLD_AT_MS)}
        and ${now} >= ${new Date(week.to.getTime() + TOLD_AT_MS)}::timestamptz
      returning person_id as id`
    const digest = due.length > 0 ? await digestOf(inside, week) : null
    if (!digest) return
    for (const { id: personId } of due)
      await tellAccount(inside, {
        id: context.random.id(),
        kind: 'weekly-digest',
        personId,
        digest: JSON.stringify(digest),
      })
  })
}

type Week = { from: Date; to: Date }

/** Returns the last whole week in UTC, Monday to Sunday. */
function weekBefore(now: Date): Week {
  const today = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const to = today - ((now.getUTCDay() + 6) % 7) * DAY_MS
  return { from: new Date(to - WEEK_MS), to: new Date(to) }
}

/** Returns the figures for the mail, without any text that a person wrote; null where there is nothing to report. */
async function digestOf({ tx, now }: TxContext, week: Week): Promise<Digest | null> {
  const { whole } = await countHappened(tx, { period: week, step: 'week', athleteId: null })
  const [beside] = await tx<{ waiting: number; longest: number | null; declined: number }[]>`
    select count(*) filter (where status = 'new')::int as waiting,
      (extract(epoch from ${now}::timestamptz - min(submitted_at) filter (where status = 'new')) * 1000)::float8 as longest,
      count(*) filter (where status = 'rejected' and reason in ('admin-note', 'closed-by-team') and settled_at >= ${week.from}
        and settled_at < ${week.to})::int as declined
    from question where status = 'new' or settled_at >= ${week.from} and settled_at < ${week.to}`
  const { waiting = 0, longest = null, declined = 0 } = beside ?? {}
  const asked = Object.values(whole.asked).reduce((sum, count) => sum + count, 0)
  const { screened, unscreened, screenMs } = whole
  if (asked + screened + unscreened + waiting === 0) return null
  return { asked, screened, unscreened, screenMs, declined, waiting, longestMs: longest }
}
