import { LIMITS } from '../../../sync/limits.ts'
import { dollarsToCents } from '../../../sync/money.ts'
import { checkTip } from '../../../sync/payment/tip.ts'

/** What somebody chose in the tip section, and typed beside "Custom". */
export type TipChoice = { chosen: 'preset-0' | 'preset-1' | 'custom' | null; typed: string }
export const NO_TIP: TipChoice = { chosen: null, typed: '' }

/** What the choice comes to in cents; 0 while it comes to nothing that could be given (S2-5.39). */
export function tipCents({ chosen, typed }: TipChoice): number {
  if (chosen === 'preset-0') return LIMITS.presetTipsCents[0]
  if (chosen === 'preset-1') return LIMITS.presetTipsCents[1]
  const cents = chosen === 'custom' ? dollarsToCents(typed) : null
  return cents !== null && checkTip(cents).ok ? cents : 0
}

/** What is wrong with what was typed: less than $2 does not silently become nothing (D16). */
export function tipProblem({ chosen, typed }: TipChoice): string | null {
  if (chosen !== 'custom' || typed.trim() === '') return null
  const cents = dollarsToCents(typed)
  if (cents === null) return 'Please enter an amount in dollars, such as 7.50.'
  const checked = checkTip(cents)
  if (checked.ok) return null
  return checked.refusal.code === 'amount-below-minimum' ? 'Minimum of $2.' : 'That amount is too high.'
}
