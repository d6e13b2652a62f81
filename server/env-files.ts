import { readFileSync } from 'node:fs'
import type { Source } from './env.ts'

/** What need not stand in the environment, where whoever sees the process sees it. */
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
 * The environment with every secret that stands in a file: `APP_SECRET_FILE` names the one of `APP_SECRET`, and so on, as
 * vaults, Docker, Kubernetes and systemd hand them over. Adds a sentence to the mistakes for each that cannot be read.
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

/** Without the line end that editors and `echo` leave; null: it cannot be read, or there is nothing in it. */
function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim() || null
  } catch {
    return null
  }
}

/** Which file it is, is nobody's business who reads the log. */
function noFile(name: string, mistakes: string[]): undefined {
  mistakes.push(`${name}_FILE names no file with a secret in it that this server may read.`)
}
