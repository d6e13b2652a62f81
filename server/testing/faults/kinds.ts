import { DAY_MS } from '../../../sync/limits.ts'
import type { Sql } from '../../db/sql.ts'
import type { Card, Step, Way } from '../grounds/ground.ts'
import type { Tier } from '../workloads/script.ts'
import { type FaultKind, kindsOfTier } from './kind-list.ts'

/** How often each kind was drawn and how often it struck, and in how many schedules it did. */
export type Kinds = Map<FaultKind, { drawn: number; struck: number; schedules: number }>

/**
 * The steps that the ground arms or applies. Only the ground knows whether they struck; all others strike by being
 * done.
 */
const OF_THE_GROUND: readonly Step['do'][] = [
  ...(['crash', 'stall', 'outage', 'webhooks', 'kill', 'cut line', 'kill database'] as const),
  ...(['tell to stop', 'newer version', 'block', 'exhaust memory', 'fill disk'] as const),
  ...(['store amiss', 'restart pooler', 'fail over', 'switch over', 'lose broker'] as const),
]

/** Counts, by kind, the steps that one schedule did and the steps that struck. */
export function countKinds(done: readonly Step[], strikes: readonly Step[]): Kinds {
  const kinds: Kinds = new Map()
  const struck = [...done.filter((step) => !OF_THE_GROUND.includes(step.do)), ...strikes]
  for (const kind of done.flatMap(kindsOf)) addKinds(kinds, [[kind, { drawn: 1, struck: 0, schedules: 0 }]])
  for (const kind of struck.flatMap(kindsOf)) addKinds(kinds, [[kind, { drawn: 0, struck: 1, schedules: 0 }]])
  for (const count of kinds.values()) count.schedules = Math.min(count.struck, 1)
  return kinds
}

/**
 * Counts the kinds that only the books tell of: how often a bank approved a part, and the fee was not the usual one.
 */
export async function kindsInBooks(sql: Sql): Promise<Kinds> {
  const [met] = await sql<{ inPart: number; varied: number }[]>`
    select (select count(*)::int from hold where release_reason = 'approved-in-part') as "inPart",
      (select count(distinct transaction_id)::int from ledger_entry where account = 'fee_variance') as varied`
  const kinds: Kinds = new Map()
  const times = (count: number) => ({ drawn: count, struck: count, schedules: 1 })
  if (met?.inPart) kinds.set('card: approved in part', times(met.inPart))
  if (met?.varied) kinds.set('fee: beyond the usual', times(met.varied))
  return kinds
}

const NEVER = { drawn: 0, struck: 0, schedules: 0 }

export function addKinds(to: Kinds, more: Iterable<[FaultKind, typeof NEVER]>): void {
  for (const [kind, { drawn, struck, schedules }] of more) {
    const before = to.get(kind) ?? NEVER
    to.set(kind, {
      drawn: before.drawn + drawn,
      struck: before.struck + struck,
      schedules: before.schedules + schedules,
    })
  }
}

/**
 * Returns a line for each kind with how often it was drawn and struck. The last line says how many kinds struck, and
 * which never did.
 */
export function sayKinds(kinds: Kinds, tier: Tier): string[] {
  const all = kindsOfTier(tier)
  const never = all.filter((kind) => !kinds.get(kind)?.struck)
  const lines = all.map((kind) => {
    const { drawn, struck, schedules } = kinds.get(kind) ?? NEVER
    return `${counted(drawn, 'drawn')}${counted(struck, 'struck')} ${kind} (in ${schedules} schedules)`
  })
  const end = never.length === 0 ? '' : `, never: ${never.join(', ')}`
  return [...lines, `kinds that struck ${all.length - never.length} of ${all.length}${end}`]
}

export const counted = (times: number, what: string) => `${String(times).padStart(7)} ${what}`

const CARDS: { [card in Card]?: FaultKind } = {
  declined: 'card: declined',
  'asks, fails': 'card: 3-D Secure failed',
  'asks, left': 'card: 3-D Secure left',
  'fails later': 'card: fails when captured',
  foreign: 'card: of another country',
}

const WAYS: { [way in Way]?: FaultKind } = {
  cut: 'upload: cut',
  slow: 'upload: slow',
  wrong: 'upload: wrong bytes',
  'given up': 'upload: given up',
}

const OUTCOMES: Partial<Record<string, FaultKind>> = {
  restrict: 'account: restricted',
  later: 'account: left unfinished',
  disconnect: 'account: disconnected',
}

const CONTROLS: Record<Extract<Step, { do: 'control payouts' }>['act'], FaultKind> = {
  hold: 'desk: payouts held',
  resume: 'desk: payouts resumed',
  cancel: 'desk: payout cancelled',
}

/** The kinds of steps that are one kind, whatever else they say. */
const PLAIN: { [what in Step['do']]?: FaultKind } = {
  crash: 'server: crash at a point',
  stall: 'server: stall at a point',
  kill: 'server: kill',
  'cut line': 'server: line cut',
  'kill database': 'database: kill',
  'fail over': 'database: failed over',
  'switch over': 'database: switched over',
  'restart pooler': 'pooler: restarted',
  'lose broker': 'broker: gone',
  'tell to stop': 'server: told to stop',
  'newer version': 'server: newer version beside',
  block: 'server: loop blocked',
  'exhaust memory': 'server: out of memory',
  'wait until': 'clock: at a deadline',
  'run again': 'jobs: again',
  expire: 'bank: hold expired',
  dispute: 'bank: dispute opened',
  win: 'bank: dispute won',
  lose: 'bank: dispute lost',
  'refund there': 'desk: refund at the provider',
  'move account': 'account: moved',
  'go back': 'fan: went back',
  cancel: 'fan: cancelled',
  'give up tip': 'fan: gave a tip up',
  'say again': 'device: said again',
  together: 'people: at once',
}

const only = (kind: FaultKind | false | undefined): FaultKind[] => (kind ? [kind] : [])

function kindsOf(step: Step): FaultKind[] {
  return [...only(PLAIN[step.do]), ...moreKindsOf(step)]
}

function moreKindsOf(step: Step): FaultKind[] {
  switch (step.do) {
    case 'fill disk':
      return [`disk: full for ${step.of === 'database' ? 'the database' : 'videos'}`]
    case 'store amiss':
      return [`store: ${step.kind}`]
    case 'outage':
      return [`provider: ${step.kind}`, ...only(step.times >= FOR_HOURS && 'provider: gone for hours')]
    case 'webhooks':
      return webhookKinds(step)
    case 'wait':
      return only(
        step.ms >= 3 * DAY_MS ? 'clock: three days later' : step.ms >= DAY_MS && 'clock: a day later',
      )
    case 'sweep twice':
      return [`jobs: ${step.sweep} twice`]
    case 'pay again':
      return step.late ? ['fan: paid again too late'] : ['fan: paid again', ...only(CARDS[step.card])]
    case 'pay':
    case 'pay tip':
      return only(CARDS[step.card])
    case 'set up':
      return only(OUTCOMES[step.outcome])
    case 'control payouts':
      return [CONTROLS[step.act]]
    case 'announce':
      return only(step.clockMs !== 0 && 'device: clock wrong')
    case 'send':
      return only(WAYS[step.way])
    default:
      return []
  }
}

/** This is more calls than a schedule makes. */
const FOR_HOURS = 1_000

function webhookKinds({
  duplicates,
  shuffle,
  delaySeconds,
  drops,
}: Extract<Step, { do: 'webhooks' }>): FaultKind[] {
  return [
    ...only(duplicates > 0 && 'webhooks: repeated'),
    ...only(shuffle && 'webhooks: shuffled'),
    ...only(
      delaySeconds * 1_000 >= 3 * DAY_MS ? 'webhooks: three days late' : delaySeconds > 0 && 'webhooks: late',
    ),
    ...only(drops >= FOR_HOURS ? 'webhooks: never' : drops > 0 && 'webhooks: lost at first'),
  ]
}
