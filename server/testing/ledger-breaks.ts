import type { Break } from '../../sync/desk/returns.ts'
import type { Context } from '../context.ts'
import { compareBooks } from '../payment/reconcile/breaks.ts'

/** Returns only the breaks; null when Stripe cannot be reached. */
export const ledgerBreaks = async (context: Context): Promise<Break[] | null> =>
  (await compareBooks(context))?.breaks ?? null
