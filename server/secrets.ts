import { createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from './env.ts'

/** The keys everything signed is signed with, each derived for one purpose. */
export type Secrets = {
  session: string
  guestCookie: string
  csrf: string
  privateLink: string
  mailedLink: string
  /** For playing a video, for taking a copy of one's data, and for a file about money: a ticket for the one is none for the other. */
  ticket: string
  exportTicket: string
  fileTicket: string
  captcha: string
  /** Seals the keys of authenticator apps. */
  sealing: string
  recoveryCode: string
  passkey: string
  /** Did the work of the first two, when both were one: what it sealed and hashed is still read by it. */
  secondFactor: string
  askToken: string
  discountCode: string
  signupCode: string
  webhook: string
  securityEvent: string
}

/** Derives the keys from one master secret: APP_SECRET, or one made at the first start and kept in a 0600 file. */
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
  // written aside and renamed: a crash must not leave half a secret behind
  await writeFile(`${file}.new`, fresh, { mode: 0o600 })
  await rename(`${file}.new`, file)
  return fresh
}
