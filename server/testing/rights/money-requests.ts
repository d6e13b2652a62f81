import type { Request } from './requests.ts'

/** A well-formed request for every route that is only about money. */
export const MONEY_REQUESTS: Record<string, Request> = {
  'POST /api/statement-file': () => ({ path: '/api/statement-file', body: { month: '2026-11' } }),
  'POST /api/my-figures': () => ({ path: '/api/my-figures', body: { of: 'thirty-days' } }),
  'POST /api/receipt-file': ({ token }) => ({ path: '/api/receipt-file', body: { token } }),
  'GET /api/file': () => ({ path: '/api/file?of=eyJmaWxlIjoicmVjZWlwdCJ9&t=1.x' }),
  'POST /api/tip-status': ({ tipId, token }) => ({ path: '/api/tip-status', body: { tipId, token } }),
  'POST /api/create-stripe-account-link': ({ email }) => ({
    path: '/api/create-stripe-account-link',
    body: { country_code: 'NO', email },
  }),
  'POST /api/payout-handle': (_thing, { role }) => ({
    path: '/api/payout-handle',
    body: { handle: `canary ${role} handle` },
  }),
  'POST /api/stop-payout-change': ({ token }) => ({ path: '/api/stop-payout-change', body: { token } }),
  'GET /dev/stripe/connect/:id{link_\\w+}': ({ videoId }) => ({
    path: `/dev/stripe/connect/link_${encodeURIComponent(videoId).replaceAll('-', '')}`,
  }),
  'POST /dev/stripe/connect/:id{link_\\w+}': ({ videoId }) => ({
    path: `/dev/stripe/connect/link_${encodeURIComponent(videoId).replaceAll('-', '')}`,
    body: {},
  }),
  'POST /api/pay-again': ({ token }) => ({ path: '/api/pay-again', body: { token } }),
  'POST /api/cancel-tip': ({ tipId, token }) => ({ path: '/api/cancel-tip', body: { tipId, token } }),
}
