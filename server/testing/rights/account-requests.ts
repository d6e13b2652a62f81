import { createHash, randomUUID } from 'node:crypto'
import { NOBODYS, type Thing } from '../fixtures/thing.ts'
import { ticketed } from '../fixtures/ticketed.ts'
import { portrait } from '../media/pictures.ts'
import type { Role } from '../rights.ts'
import { askerOf } from './people.ts'
import type { Around, Request } from './requests.ts'

/** The sign-up code for athletes of a stage. */
export const STAGE_SIGNUP_CODE = 'CNRX-STAGE-9F2K'

/** A well-formed request for every route about accounts, and for those about an account's devices. */
export const ACCOUNT_REQUESTS: Record<string, Request> = {
  'POST /api/auth/sign-in/email': (thing, around) => ({
    path: '/api/auth/sign-in/email',
    body: { email: addressOf(thing, around), password: thing.password },
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
  'POST /api/lost-link': (_thing, { people }) => ({
    path: '/api/lost-link',
    body: { email: people.fan.email, captcha: null },
  }),
  'POST /api/account/reset-password': ({ token }) => ({
    path: '/api/account/reset-password',
    body: { token, password: 'a new password' },
  }),
  'POST /api/account/forget-guest': () => ({ path: '/api/account/forget-guest', body: {} }),
  'POST /api/account/look-link': ({ token }) => ({ path: '/api/account/look-link', body: { token } }),
  'POST /api/account/use-link': ({ token }) => ({ path: '/api/account/use-link', body: { token } }),
  'POST /api/account/change-password': (thing, around) => ({
    path: '/api/account/change-password',
    body: {
      email: addressOf(thing, around),
      currentPassword: thing.password,
      newPassword: 'quite another password',
    },
  }),
  'POST /api/account/change-email': ({ password }, { role }) => ({
    path: '/api/account/change-email',
    body: { email: `cnr.${role}.next@fan.test`, password },
  }),
  'POST /api/account/confirm-email': ({ token }) => ({ path: '/api/account/confirm-email', body: { token } }),
  'POST /api/account/username': plainJoin('/api/account/username', ({ username }) => ({ username })),
  'POST /api/account/join-fan': plainJoin('/api/account/join-fan', (joining) => ({
    ...joining,
    networks: { instagram: 'cnr.fan', tiktok: null, x: null },
  })),
  'POST /api/account/signup-code': () => ({
    path: '/api/account/signup-code',
    body: { code: STAGE_SIGNUP_CODE },
  }),
  'POST /api/account/join-athlete': plainJoin('/api/account/join-athlete', (joining) => ({
    ...joining,
    code: STAGE_SIGNUP_CODE,
    profile: ATHLETE_PROFILE,
    covers: 1,
  })),
  'POST /api/desk/signup-code': () => ({ path: '/api/desk/signup-code', body: {} }),
  'POST /api/desk/pictures': () => ({ path: '/api/desk/pictures', body: {} }),
  'GET /api/brought-picture/:id': ({ pictureId }) => ({
    path: `/api/brought-picture/${encodeURIComponent(pictureId)}`,
  }),
  // This picture is one that the team asked for; uploads with a sign-up's token are tested with pictures.
  'POST /userMedia': () => ({
    path: '/userMedia?place=profile',
    headers: { 'content-type': 'image/jpeg' },
    raw: new Uint8Array(portrait()),
  }),
  'GET /userMedia/:username/:folder/:file': ({ videoId, username }) => ({
    path: `/userMedia/${username}/profilePicture/${videoId}.jpg`,
  }),
  'POST /api/account/activate': ({ token }) => ({
    path: '/api/account/activate',
    body: { token, password: 'a chosen password' },
  }),
  'GET /api/account/safety': () => ({ path: '/api/account/safety' }),
  'POST /api/account/end-sessions': ({ questionId, password }) => ({
    path: '/api/account/end-sessions',
    body: { ids: [questionId], password },
  }),
  'POST /api/account/begin-second-factor': ({ password }) => ({
    path: '/api/account/begin-second-factor',
    body: { password },
  }),
  'POST /api/account/confirm-second-factor': ({ sealed, code }) => ({
    path: '/api/account/confirm-second-factor',
    body: { sealed, code },
  }),
  'POST /api/account/end-second-factor': ({ password, code }) => ({
    path: '/api/account/end-second-factor',
    body: { password, code },
  }),
  'POST /api/account/renew-codes': () => ({ path: '/api/account/renew-codes', body: {} }),
  'POST /api/account/show-factor': ({ code }) => ({ path: '/api/account/show-factor', body: { code } }),
  'POST /api/account/passkey-challenge': () => ({ path: '/api/account/passkey-challenge', body: {} }),
  'POST /api/account/passkey-sign-in': ({ passkeyId: id, clientData, deviceData, signed }) => ({
    path: '/api/account/passkey-sign-in',
    body: {
      passkey: { id, clientDataJSON: clientData, authenticatorData: deviceData, signature: signed },
    },
  }),
  'POST /api/account/begin-passkey': ({ password }) => ({
    path: '/api/account/begin-passkey',
    body: { password },
  }),
  'POST /api/account/add-passkey': ({ passkeyId: id, clientData, deviceData }) => ({
    path: '/api/account/add-passkey',
    body: { id, name: 'Canary key', clientDataJSON: clientData, attestationObject: deviceData },
  }),
  'POST /api/account/rename-passkey': ({ passkeyId: id }) => ({
    path: '/api/account/rename-passkey',
    body: { id, name: 'Canary key' },
  }),
  'POST /api/account/remove-passkey': ({ passkeyId: id }) => ({
    path: '/api/account/remove-passkey',
    body: { id },
  }),
  'POST /api/account/begin-first-admin': ({ token, email }) => ({
    path: '/api/account/begin-first-admin',
    body: { token, email },
  }),
  'POST /api/account/first-admin': ({ token, email, sealed, code }) => ({
    path: '/api/account/first-admin',
    body: {
      token,
      firstName: 'Frida',
      lastName: 'First',
      email,
      password: 'a password that is long enough',
      sealed,
      code,
    },
  }),
  'POST /api/account/mine-link': (_thing, { people }) => ({
    path: '/api/account/mine-link',
    body: { email: people.fan2.email },
  }),
  'POST /api/account/open-mine': ({ password }) => ({
    path: '/api/account/open-mine',
    body: { password },
  }),
  'POST /api/account/mine': ({ token }) => ({ path: '/api/account/mine', body: { token } }),
  'POST /api/account/leave': ({ token }) => ({ path: '/api/account/leave', body: { token } }),
  'POST /api/account/keep': ({ token }) => ({ path: '/api/account/keep', body: { token } }),
  'GET /api/account/export': (thing, around) => ({
    path: ticketed('/api/account/export?of=', thing, { ...around, purpose: 'exportTicket' }),
  }),
  'POST /api/push-received': () => ({ path: '/api/push-received', body: { pushId: randomUUID() } }),
  'POST /api/push-subscription': (_thing, { role }) => ({
    path: '/api/push-subscription',
    body: subscriptionOf(role),
  }),
}

/** Returns the thing's address, or the test user's instead of NOBODYS, so that a wrong password meets an account. */
const addressOf = ({ email }: Thing, { people }: Around) => (email === NOBODYS ? people.test.email : email)

const ATHLETE_PROFILE = {
  sport: 'Rowing',
  position: 'Stroke',
  bio: 'Canary rows.',
  achievements: ['Canary cup'],
  interests: ['Canary starts'],
  instagram: 'cnr.rows',
  tiktok: null,
  x: null,
  noGoTopics: null,
}

/** Returns a request to join with an address and a username of the role's own. */
function plainJoin(path: string, bodyOf: (joining: ReturnType<typeof joiningAs>) => object): Request {
  return (_thing, { role }) => ({ path, body: bodyOf(joiningAs(role)) })
}

function joiningAs(role: Role) {
  const person = { ...askerOf(role), email: `cnr.${role}x@join.test` }
  return { person, username: `join${role}`, password: 'canary chosen password' }
}

/** Returns the push subscription of a role's device, as a browser would send it. */
function subscriptionOf(role: Role): object {
  const digest = createHash('sha512').update(role).digest('base64url')
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${digest}`,
    keys: { p256dh: `B${digest}`.padEnd(87, 'A').slice(0, 87), auth: digest.slice(0, 22) },
  }
}

/** Well-formed arguments for the intents about requested pictures. */
export const PICTURE_INTENT_ARGS = {
  'picture.request': ({ requestId, athleteId: personId }: Thing) => ({
    requestId,
    personId,
    place: 'cover1',
  }),
  'picture.approve': ({ requestId, pictureId }: Thing) => ({ requestId, pictureId }),
  'picture.reject': ({ requestId, pictureId }: Thing) => ({
    requestId,
    pictureId,
    note: 'canary picture note',
  }),
  'picture.withdraw': ({ requestId }: Thing) => ({ requestId }),
}

/** Returns a take with its video, as the app announces it. */
export function takeOf({ questionId }: { questionId: string }) {
  return {
    answerId: randomUUID(),
    questionId,
    recordedAt: 1,
    video: {
      id: randomUUID(),
      sha256: 'b'.repeat(64),
      bytes: 5,
      type: 'video/webm',
      durationMs: 3_000,
      source: 'recorded',
    },
  }
}
