import { withoutMarks } from '../../../sync/marks.ts'

export const NETWORKS = ['instagram', 'tiktok', 'x'] as const
/** Where else somebody is found, as it is typed. */
export type TypedNetworks = Record<(typeof NETWORKS)[number], string>

/** What is said of a handle that is none. */
export const HANDLE = 'Enter the handle alone: letters, digits, underscores and dots.'

/** People write a handle with its @; it is kept without (S2-5.13). */
export function handleOf(text: string): string | null {
  return withoutMarks(text).trim().replace(/^@/, '').trim() || null
}
