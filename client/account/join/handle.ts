import { withoutMarks } from '../../../sync/marks.ts'

export const NETWORKS = ['instagram', 'tiktok', 'x'] as const
/** The user's handles on other networks, as typed. */
export type TypedNetworks = Record<(typeof NETWORKS)[number], string>

/** The error for an invalid handle. */
export const HANDLE = 'Enter the handle alone: letters, digits, underscores and dots.'

/** Returns the handle without its leading @, because people often type it (S2-5.13). Null for an empty text. */
export function handleOf(text: string): string | null {
  return withoutMarks(text).trim().replace(/^@/, '').trim() || null
}
