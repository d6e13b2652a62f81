import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from './env.ts'

/** The keys for everything that is signed, each derived for one purpose. */
export type Secrets = {
  session: string
  guestCookie: string
  csrf: string
  privateLink: string
  mailedLink: string
  /**
   * The keys of tickets for playing a video, for a copy of one's data, and for a file about money; a ticket of
   * one kind is invalid for the others.
   */
  ticket: string
  exportTicket: string
  fileTicket: string
  captcha: string
  /** Encrypts the keys of authenticator apps. */
  sealing: string
  recoveryCode: string
  passkey: string
  /**
   * Was used for both `sealing` and `recoveryCode` before they were separate keys; it still reads what it sealed
   * and hashed.
   */
  secondFactor: string
  askToken: string
  discountCode: string
  signupCode: string
  webhook: string
  securityEvent: string
}

/** Derives the keys from one master secret: APP_SECRET, or one made at the first start and stored in a 0600 file. */
export async function loadSecrets(env: Env): Promise<Secrets> {
  const master = env.appSecret ?? (await keptSecret(env.dataDir))
  const derive = (purpose: string) => createHmac('sha256', master).update(purpose).digest('base64url')
  return {
    session: derive('session'),
    guestCookie: derive('guest-cookie'),
    csrf: derive('csrf'),
    privateLink: derive('private-link'),
    mailedLink: derive('mailed-link'),
    ticket: derive('ticket'),
    exportTicket: derive('export-ticket'),
    fileTicket: derive('file-ticket'),
    captcha: derive('captcha'),
    sealing: derive('second-factor-sealing'),
    recoveryCode: derive('recovery-code'),
    passkey: derive('passkey-challenge'),
    secondFactor: derive('second-factor'),
    askToken: derive('ask-token'),
    discountCode: derive('discount-code'),
    signupCode: derive('signup-code'),
    securityEvent: derive('security-event'),
    webhook: `whsec_${derive('webhook')}`,
  }
}

async function keptSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret')
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept.length >= 32) return kept
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const fresh = randomBytes(48).toString('base64url')
  // Write another file and rename it, so that a crash leaves no half-written secret.
  await writeFile(`${file}.new`, fresh, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return fresh
}
