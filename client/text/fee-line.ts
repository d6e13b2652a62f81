import { athleteShareCents, platformShareCents } from '../../sync/money.ts'

/** The sentence about the fee, shown wherever an athlete is about to start (D35). */
export const FEE_LINE = `You keep ${athleteShareCents(100)}% of every question; the platform fee is ${platformShareCents(100)}%.`
