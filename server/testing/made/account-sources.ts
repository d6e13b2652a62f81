import type { Source } from '../canary.ts'

/** What of an account may be known by whom: how it is signed in to, and with what. */
export const ACCOUNT_SOURCES: readonly Source[] = [
  { table: 'auth.user', open: 'name emailVerified image createdAt updatedAt', nobody: 'id email' },
  {
    table: 'auth.session',
    owner: `(select 'person:' || p.id from public.person p where p.auth_id = t."userId"::text)`,
    open: 'expiresAt createdAt updatedAt factorAt formerEndedAt ipAddress userAgent',
    nobody: 'token formerToken userId',
    heard: { owner: 'id' },
  },
  { table: 'public.known_device', open: 'user_id first_at last_at', nobody: 'device_hash' },
  {
    table: 'auth.account',
    open: 'providerId accessTokenExpiresAt refreshTokenExpiresAt scope createdAt updatedAt',
    nobody: 'id accountId userId accessToken refreshToken idToken password',
  },
  { table: 'public.second_factor', open: 'last_step created_at', nobody: 'user_id secret' },
  {
    table: 'public.passkey',
    owner: `(select 'person:' || p.id from public.person p where p.auth_id = t.user_id::text)`,
    open: 'counter created_at last_used_at',
    nobody: 'user_id public_key',
    heard: { owner: 'id name' },
  },
  { table: 'public.recovery_code', open: '', nobody: 'user_id hash' },
  { table: 'auth.verification', open: 'expiresAt createdAt updatedAt', nobody: 'id identifier value' },
]
