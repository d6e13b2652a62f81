import { createHash } from 'node:crypto'
import type { Role } from '../rights.ts'
import { askerOf } from './people.ts'
import type { Request } from './requests.ts'

/** A well-formed request for every route of accounts, and of where their devices are reached. */
export const ACCOUNT_REQUESTS: Record<string, Request> = {
  'POST /api/auth/sign-in/email': (_thing, { people }) => ({
    path: '/api/auth/sign-in/email',
    body: { email: people.test.email, password: 'not the password' },
  }),
  'POST /api/auth/sign-out': () => ({ path: '/api/auth/sign-out', body: {} }),
  'POST /api/account/forgot-password': (_thing, { people }) => ({
    path: '/api/account/forgot-password',
    body: { email: people.fan.email },
  }),
  'POST /api/account/send-link': (_thing, { people }) => ({
    path: '/api/account/send-link',
    body: { email: people.test.email },
  }),
  'POST /api/account/reset-password': ({ token }) => ({
    path: '/api/account/reset-password',
    body: { token, password: 'a new password' },
  }),
  'POST /api/account/use-link': ({ token }) => ({ path: '/api/account/use-link', body: { token } }),
  'POST /api/account/change-password': (_thing, { people }) => ({
    path: '/api/account/change-password',
    body: {
      email: people.test.email,
      currentPassword: 'not the password',
      newPassword: 'quite another password',
    },
  }),
  'POST /api/account/username': plainJoin('/api/account/username', ({ username }) => ({ username })),
  'POST /api/account/join-fan': plainJoin('/api/account/join-fan', (joining) => joining),
  'POST /api/account/activate-fan': ({ token }) => ({
    path: '/api/account/activate-fan',
    body: { token, password: 'a chosen password' },
  }),
  'POST /api/push-subscription': (_thing, { role }) => ({
    path: '/api/push-subscription',
    body: subscriptionOf(role),
  }),
}

/** Somebody who wants to join with an address of their own. */
function plainJoin(path: string, bodyOf: (joining: ReturnType<typeof joiningAs>) => object): Request {
  return (_thing, { role }) => ({ path, body: bodyOf(joiningAs(role)) })
}

function joiningAs(role: Role) {
  const person = { ...askerOf(role), email: `cnr.${role}x@join.test` }
  return { person, username: `join${role}`, password: 'canary chosen password' }
}

/** A device of somebody's, as a browser would tell of it. */
function subscriptionOf(role: Role): object {
  const digest = createHash('sha512').update(role).digest('base64url')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${digest}`,
    keys: { p256dh: `B${digest}`.padEnd(87, 'A').slice(0, 87), auth: digest.slice(0, 22) },
  }
}
