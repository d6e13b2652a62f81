import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import { DAY_MS, HOUR_MS } from '../../../sync/limits.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { DeskPayoutsAnswer } from '../../../sync/payment/payout.ts'
import type { AccountLinkAnswer } from '../../../sync/payment/payout-account.ts'
import { databaseClock } from '../../clock.ts'
import type { Browser } from '../browser.ts'
import type { AskPlan, Ground, Step } from '../grounds/ground.ts'
import { nextPayday } from '../payouts/payday.ts'
import { drawMishap } from './fault.ts'
import { doControl, drawControl } from './payout-control.ts'
import { createDraw, type Draw } from './random.ts'
import { viaOf } from './weave.ts'

type PayoutStep = Extract<
  Step,
  { do: 'set up' | 'move account' | 'payday' | 'top up' | 'pay by hand' | 'control payouts' }
>

const LINK = { country_code: 'NO', email: 'athlete@fan.test' }

/** Does what athletes do at the provider and admins at the desk, and moves the clock to payday. */
export class Payouts {
  private readonly ground: Ground
  private readonly of: (name: string) => Browser

  constructor(ground: Ground, of: (name: string) => Browser) {
    this.ground = ground
    this.of = of
  }

  /** Does a step. Returns false if there was nothing to do it to. */
  async act(step: PayoutStep): Promise<unknown> {
    switch (step.do) {
      case 'set up': {
        const { body } = await this.of(step.athlete).post<AccountLinkAnswer>(CALLS.createAccountLink, LINK)
        if (!body.url) return false
        const form = { method: 'POST', body: new URLSearchParams({ outcome: step.outcome }) }
        return void (await this.ground.request(step.via, body.url, form))
      }
      case 'move account':
        return this.move(step)
      case 'payday':
        return this.payday(step.before)
      case 'top up':
        return void (await this.ground.card('act', { act: 'top-up', amountCents: step.amountCents }))
      case 'control payouts':
        return doControl(step, this.of('admin'), this.ground.cast)
      case 'pay by hand': {
        const { body } = await this.of('admin').post<DeskPayoutsAnswer>(DESK_CALLS.deskPayouts, {})
        for (const { id: payoutId, amountCents, handle } of body.open ?? []) {
          await this.of('admin').push('payout.begin', { payoutId, amountCents, handle })
          await this.of('admin').push('payout.confirm', { payoutId, reference: 'paid by app, 4711' })
        }
      }
    }
  }

  /** Moves an athlete's account at the provider to another country, of which the app is not told. */
  private async move({ athlete, country }: Extract<PayoutStep, { do: 'move account' }>): Promise<boolean> {
    const { sql, cast, card } = this.ground
    const [account] = await sql<{ id: string }[]>`
      select account_id as id from payout_account where person_id = ${cast[athlete].id} and account_id is not null`
    if (account) await card('act', { act: 'move-account', accountId: account.id, country })
    return account !== undefined
  }

  /**
   * Moves the clock to the next payday, or to so long before it. Does nothing if payday is so far away that not
   * everything else is kept until then.
   */
  private async payday(before: number): Promise<void> {
    const now = (await databaseClock(this.ground.sql).now()).getTime()
    let left = nextPayday(now).dueAt - before - now
    while (left <= 0) left += 14 * DAY_MS
    if (before === 0 && left > 14 * DAY_MS) return
    if (before === 0) await this.ground.heal()
    // The ground is healed first, because the servers would give up on a provider that is gone until payday. On the
    // way everything open comes to its end, as long as a server works every day or two.
    for (let days = 0; before === 0 && left > DAY_MS; days += 1) {
      const step = Math.min(left, days < 5 ? DAY_MS : 2 * DAY_MS)
      await this.ground.advance(step)
      await this.ground.run(0)
      left -= step
    }
    await this.ground.advance(left + 1)
  }
}

/**
 * Returns the steps of the asks and what follows on payday, if it comes. Then payday is thirteen days away when they
 * begin.
 */
export function toPayday(steps: Step[], payouts: Step[] | null): Step[] {
  return payouts ? [{ do: 'payday', before: 13 * DAY_MS }, ...steps, ...payouts] : steps
}

/**
 * Draws what half of all schedules go on to, a payday: athletes set up their accounts and are tipped well, and things
 * go wrong.
 */
export function drawPayouts(seed: number, asks: readonly AskPlan[], tier: 1 | 2): Step[] | null {
  const draw = createDraw(seed + 17_000_003)
  if (draw.chance(0.5)) return null
  const athletes = [...new Set(asks.map(({ athlete }) => athlete))]
  const control = drawControl(seed, asks, { do: 'run', via: 0 })
  const setUp = athletes.flatMap((athlete) => settingUp(draw, athlete))
  const steps: Step[] = [
    ...(control.isByHand ? [] : setUp),
    ...asks.flatMap((_, ask) => wellTipped(draw, ask)),
    ...moving(seed, athletes),
    ...control.disputed,
    { do: 'payday', before: 0 },
  ]
  const run: Step = {
    do: 'together',
    steps: [
      { after: 0, step: { do: 'run', via: 0 } },
      { after: draw.pick([0, 0, 20]), step: { do: 'run', via: 1 } },
    ],
  }
  const last = athletes[0] ?? 'paid'
  const late: Step[] = draw.chance(0.2)
    ? [{ do: 'set up', athlete: last, outcome: draw.pick(['restrict', 'disconnect', 'finish']), via: 0 }]
    : []
  const wrong = goesWrong(draw, tier)
  // A late transfer has to come while both servers ask for it, so payouts are not held meanwhile.
  const stops = wrong.some((step) => step.do === 'outage' && step.kind === 'late') ? null : control
  return [
    ...steps,
    ...(stops?.held ?? []),
    ...wrong,
    run,
    ...late,
    { do: 'wait', ms: HOUR_MS },
    run,
    ...(stops?.after ?? []),
    ...(draw.chance(0.5) ? [{ do: 'pay by hand', via: viaOf(draw) } satisfies Step] : []),
    { do: 'run again', count: 3 },
    run,
    ...takenBack(draw, asks, run),
    ...control.decided,
  ]
}

function settingUp(draw: Draw, athlete: AskPlan['athlete']): Step[] {
  const outcome = draw.weigh({ finish: 8, restrict: 1, later: 1, disconnect: 1, none: 1 })
  if (outcome === 'none') return []
  const crash: Step[] = draw.chance(0.3) ? [{ do: 'crash', at: draw.pick(ACCOUNT_POINTS), nth: 1 }] : []
  const again: Step[] = [{ do: 'set up', athlete, outcome, via: viaOf(draw) }]
  return [...crash, { do: 'set up', athlete, outcome, via: viaOf(draw) }, ...(crash.length ? again : [])]
}

/** Moves some accounts to a country where nothing can be transferred to, and now and then back before payday. */
function moving(seed: number, athletes: readonly AskPlan['athlete'][]): Step[] {
  const draw = createDraw(seed + 19_000_000)
  return athletes.flatMap((athlete): Step[] => {
    if (!draw.chance(0.2)) return []
    const away: Step = { do: 'move account', athlete, country: 'BR' }
    return draw.chance(0.3) ? [away, { do: 'move account', athlete, country: 'US' }] : [away]
  })
}

const ACCOUNT_POINTS = ['account.after-intended', 'account.after-stripe', 'account.after-done'] as const
const POINTS = ['transfer.after-intended', 'transfer.after-stripe', 'transfer.after-done'] as const

/** Returns the steps of a large tip, because a balance is paid out every fortnight only while it is over $100. */
function wellTipped(draw: Draw, ask: number): Step[] {
  const on = { ask, nth: 7 }
  const amountCents = draw.pick([9_000, 15_001, 20_003])
  return [
    { do: 'tip', amountCents, ...on, via: viaOf(draw) },
    { do: 'pay tip', card: 'good', ...on },
    { do: 'ask about tip', ...on, via: viaOf(draw) },
  ]
}

const BACK_POINTS = ['reversal.after-intended', 'reversal.after-stripe', 'reversal.after-done'] as const

/**
 * Returns the steps in which money that was paid out goes back, and the athlete's part is taken back from the
 * transfer.
 */
function takenBack(draw: Draw, asks: readonly AskPlan[], run: Step): Step[] {
  const given = asks.flatMap(({ amountCents }, ask) => (amountCents > 0 ? [ask] : []))
  return given.flatMap((ask, nth): Step[] => {
    if (nth > 0 && draw.chance(0.4)) return []
    const back = (of: 'answer' | 'tip', at: number): Step => ({
      do: 'refund',
      ask,
      nth: at,
      of,
      percent: draw.pick([100, 40]),
      via: viaOf(draw),
    })
    const wrong = draw.weigh({ crash: 4, unheard: 3, outage: 2, nothing: 1 })
    const kind = draw.pick(['error-before', 'cut-after', 'refuse', 'hang-after'] as const)
    const goesWrong: { [name in typeof wrong]: Step[] } = {
      crash: [{ do: 'crash', at: draw.pick(BACK_POINTS), nth: 1 }],
      unheard: [{ do: 'outage', call: 'reversal', kind: 'error-after', times: 1 }],
      outage: [{ do: 'outage', call: 'reversal', kind, times: 1 + draw.int(3) }],
      nothing: [],
    }
    const lost: Step[] = [
      { do: 'dispute', ask, percent: 100 },
      { do: draw.pick(['win', 'lose', 'lose'] as const), ask, percent: 0 },
    ]
    const returns = draw.weigh({ tip: 4, both: 3, dispute: 3 })
    const ways: { [name in typeof returns]: Step[] } = {
      tip: [back('tip', 21)],
      both: [back('tip', 21), back('answer', 22)],
      dispute: [...lost, back('tip', 21)],
    }
    return [...goesWrong[wrong], ...ways[returns], run, { do: 'wait', ms: HOUR_MS }, run]
  })
}

function goesWrong(draw: Draw, tier: 1 | 2): Step[] {
  const kind = draw.weigh({ crash: 5, 'crash, forgotten': 1, outage: 3, late: 3, any: 2, nothing: 1 })
  const crash = (): Step => ({ do: 'crash', at: draw.pick(POINTS), nth: 1 })
  const kinds = ['error-after', 'error-before', 'cut-after', 'refuse', 'hang-after'] as const
  switch (kind) {
    case 'crash':
      return [crash()]
    case 'crash, forgotten':
      return [crash(), { do: 'run', via: 0 }, { do: 'run', via: 1 }, { do: 'wait', ms: 25 * HOUR_MS }]
    case 'outage':
      return [{ do: 'outage', call: 'transfer', kind: draw.pick(kinds), times: 1 + draw.int(3) }]
    // The transfer is made after its caller has given up, while it asks again: only their common key prevents a
    // second one.
    case 'late':
      return [
        // Without this the balance would be too low for a second transfer.
        { do: 'top up', amountCents: 100_000 },
        { do: 'outage', call: 'transfer', kind: 'late', times: 4 },
        { do: 'run', via: 0 },
        { do: 'wait', ms: 61_000 },
        { do: 'run', via: 1 },
      ]
    case 'any':
      return drawMishap(draw, tier)
    default:
      return []
  }
}
