import { CALLS } from '../../../sync/paths.ts'
import type { OpenTipAnswer } from '../../../sync/payment/tip.ts'
import { linkToken } from '../../notify/private-link.ts'
import type { AskPlan, Card, Ground, Step } from '../grounds/ground.ts'
import type { Ask } from './devices.ts'
import { drawMishap } from './fault.ts'
import { createDraw, type Draw } from './random.ts'
import { lull, paired, viaOf } from './weave.ts'

const CARDS: { [card in Card]: string } = {
  good: '4242424242424242',
  foreign: '4000008260000000',
  'in part': '4000000000050007',
  declined: '4000000000000002',
  asks: '4000002500003155',
  'asks, fails': '4000002500003155',
  'asks, left': '4000002500003155',
  'fails later': '4000000000000341',
}

/** Confirms a payment as the card form does, and answers on the bank's own page if it asks. */
export async function confirmCard(
  ground: Pick<Ground, 'card'>,
  clientSecret: string,
  card: Card,
): Promise<void> {
  const typed = { number: CARDS[card], exp: '12/40', cvc: '123' }
  const { status } = await ground.card('confirm', { clientSecret, card: typed })
  if (status !== 'requires_action' || card === 'asks, left') return
  await ground.card('authenticate', { clientSecret, outcome: card === 'asks' ? 'pass' : 'fail' })
}

type TipStep = Extract<Step, { do: 'tip' | 'pay tip' | 'ask about tip' | 'give up tip' }>

/**
 * Does what fans do with tips on an answer's page. Each tip of an ask has its number, and its id from the beginning.
 */
export class Tips {
  private readonly secrets = new Map<string, string>()
  private readonly ground: Ground

  constructor(ground: Ground) {
    this.ground = ground
  }

  /** Does a step. Returns false if there is no form for a card, or if the tip cannot be given up. */
  async act(ask: Ask, step: TipStep): Promise<unknown> {
    const token = linkToken(this.ground.secrets.privateLink, ask.questionId, 1)
    const tipId = createDraw(
      ask.number * 100 + step.nth + Number.parseInt(ask.questionId.slice(0, 6), 16),
    ).id()
    const { fanBrowser: browser } = ask
    switch (step.do) {
      case 'tip': {
        const facts = { amount: step.amountCents, currency: 'usd', capture_method: 'automatic' }
        const { body } = await browser.post<OpenTipAnswer>(CALLS.createPaymentIntent, {
          ...facts,
          tipId,
          token,
        })
        if (body.clientSecret) this.secrets.set(tipId, body.clientSecret)
        return
      }
      case 'pay tip': {
        const secret = this.secrets.get(tipId)
        return secret === undefined ? false : confirmCard(this.ground, secret, step.card)
      }
      case 'ask about tip':
        return void (await browser.post(CALLS.tipStatus, { tipId, token }))
      case 'give up tip':
        return (await browser.post(CALLS.cancelTip, { tipId, token })).status === 200
    }
  }
}

/** Draws what follows the answers of a schedule: fans tip some of them, while one to three more things go wrong. */
export function drawTips(seed: number, asks: readonly AskPlan[], tier: 1 | 2): Step[] {
  const draw = createDraw(seed + 11_000_000)
  const given = asks.flatMap((_, ask) => (draw.chance(0.6) ? tipping(draw, ask) : []))
  if (given.length === 0) return []
  const steps = paired(draw, given)
  for (let mishaps = 1 + draw.int(3); mishaps > 0; mishaps--)
    steps.splice(draw.int(steps.length + 1), 0, ...goesWrong(draw, tier))
  return [{ do: 'run', via: 0 }, { do: 'run', via: 1 }, ...steps]
}

const POINTS = ['tip.after-intended', 'tip.after-stripe', 'tip.after-done', 'webhook.after-stored'] as const

function goesWrong(draw: Draw, tier: 1 | 2): Step[] {
  return draw.chance(0.5)
    ? [{ do: 'crash', at: draw.pick(POINTS), nth: 1 + draw.int(2) }]
    : drawMishap(draw, tier)
}

/** Returns the steps in which one person tips an answer, once or twice, or gives a tip up before or after paying. */
function tipping(draw: Draw, ask: number): Step[] {
  return Array.from({ length: draw.weigh({ one: 3, two: 1 }) === 'one' ? 1 : 2 }, (_, nth) => nth).flatMap(
    (nth) => {
      const on = () => ({ ask, nth, via: viaOf(draw) })
      const amountCents = draw.pick([500, 1_000, 200, 331, 777])
      const open = (): Step => ({ do: 'tip', amountCents, ...on() })
      const card = draw.weigh({ good: 14, declined: 2, asks: 3, 'asks, fails': 1, 'asks, left': 1 })
      const pay = (with_: Card = card): Step => ({ do: 'pay tip', ask, nth, card: with_ })
      const giveUp: Step[] = draw.chance(0.2) ? [{ do: 'give up tip', ...on() }] : []
      const steps = draw.chance(0.5) ? [open(), pay(), ...giveUp] : [open(), ...giveUp, pay()]
      const again = draw.chance(0.3) ? [open(), pay('good')] : []
      return [...steps, ...again, { do: 'ask about tip', ...on() }, ...lull(draw)]
    },
  )
}
