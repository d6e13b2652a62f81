import { readFileSync } from 'node:fs'
import type { Source } from './env.ts'

/** Secrets that may be in files instead of the environment, which everybody who can inspect the process sees. */
const SECRETS = [
  'APP_SECRET',
  'BUS',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'VAPID_PRIVATE_KEY',
  'S3_SECRET_ACCESS_KEY',
  'ADMIN_SETUP_TOKEN',
]

/**
 * Returns the environment with every secret that is in a file: `APP_SECRET_FILE` names the file for `APP_SECRET`,
 * and so on, as vaults, Docker, Kubernetes and systemd provide them. Adds a sentence to the mistakes for each
 * file that cannot be read.
 */
export function readSecretFiles(source: Source, mistakes: string[]): Source {
  const found = SECRETS.flatMap((name) => {
    const file = source[`${name}_FILE`]
    if (!file) return []
    if (source[name]) mistakes.push(`${name} and ${name}_FILE are both set: leave one of them out.`)
    return [[name, textIn(file) ?? noFile(name, mistakes)]]
  })
  return { ...source, ...Object.fromEntries(found) }
}

/** Returns a file's text without the line end that editors and `echo` add; null: unreadable or empty. */
function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Adds the mistake without the file's name, which readers of the log need not know. */
function noFile(name: string, mistakes: string[]): undefined {
  mistakes.push(`${name}_FILE names no file with a secret in it that this server may read.`)
}
