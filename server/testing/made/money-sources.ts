import type { Source } from '../canary.ts'

/** What of payments that were made, and of what went back of them, may be known by whom. */
export const MONEY_SOURCES: readonly Source[] = [
  {
    table: 'public.receipt',
    open: 'year number issued_at seller',
    heard: { 'payments admin owner link': 'charge_id' },
  },
  {
    table: 'public.refund',
    open: 'id question_id amount_cents reason state error created_at updated_at',
    heard: { 'payments admin': 'charge_id stripe_refund_id' },
  },
  {
    table: 'public.dispute',
    open: 'id question_id amount_cents fee_cents state reason due_by opened_at seen_at',
    heard: { 'payments admin': 'charge_id' },
  },
  {
    table: 'public.money_operation',
    open: 'id subject_id kind attempt params state tries error created_at tried_at done_at',
    nobody: 'params_hash',
    heard: { payments: 'idempotency_key' },
  },
  {
    table: 'public.stripe_event',
    open: 'type object_id received_at handled_at',
    heard: { 'payments jobs': 'id' },
  },
]
