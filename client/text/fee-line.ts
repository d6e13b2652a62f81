import { athleteShareCents, platformShareCents } from '../../sync/money.ts'

/** The fee, wherever an athlete is about to begin (D35). */
export const FEE_LINE = `You keep ${athleteShareCents(100)}% of every question; the platform fee is ${platformShareCents(100)}%.`
