import path from 'node:path'
import { envMistakes, isLiveKey } from './env-checks.ts'
import { readSecretFiles } from './env-files.ts'
import { type OperationsEnv, readOperations } from './env-operations.ts'
import { readSeller, type Seller } from './env-seller.ts'
import { LOG_LEVELS, type LogLevel } from './log.ts'

/** The environment of this process; only `readEnv` reads it. */
export const processEnvironment: Source = process.env

/** The configuration, read once from the environment; no other code reads the environment. */
export type Env = OperationsEnv & {
  /** The master secret from which every key is derived; null: the server makes one and stores it. */
  appSecret: string | null
  /** How passwords are hashed; a test server hashes cheaply by default. */
  passwordHasher: 'strong' | 'cheap'
  /** A file with hashes of breached passwords, which are refused; null: none. */
  breachedPasswords: string | null
  mode: 'development' | 'test' | 'production'
  /** Production in everything except payments: cards are Stripe's test cards, and every page says so. */
  staging: boolean
  port: number
  /** The address the server binds to; loopback by default. */
  host: string
  dataDir: string
  /** May lead through a transaction pooler; then `databaseDirectUrl` leads to the database itself. */
  databaseUrl: string | null
  databaseDirectUrl: string | null
  /** The files that contain the two addresses, if any; their passwords are read again for each connection. */
  databaseFiles: { url: string | null; directUrl: string | null }
  /** A file with the certificates that must have signed the database's; null: those that the machine trusts. */
  databaseCa: string | null
  /** The address that users open, without a trailing slash; null: the loopback name of each request. */
  publicUrl: string | null
  /** `webhookSecret`: the secrets of the endpoints that Stripe sends events to, separated by commas. */
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null
  seller: Seller | null
  smtpUrl: string | null
  mailFrom: string
  supportEmail: string
  vapid: { publicKey: string; privateKey: string } | null
  demo: { password: string | null } | null
  /**
   * The token of the link that makes the first admin; null: the server makes one and prints it at every start
   * until it is used.
   */
  adminSetUpToken: string | null
  /** Whether renditions of videos are made; a test server makes them only if told to. */
  renditions: boolean
  /** The FFmpeg that makes them; null: the one from the npm packages. */
  ffmpegPath: string | null
  /** The header in which a trusted proxy reports the client's address; null: no proxy is trusted. */
  clientAddressHeader: string | null
  /** The least level that is logged; null: `info` in production, `warn` elsewhere. */
  logLevel: LogLevel | null
  /**
   * The address where Vite serves the client in development (`npm run dev` sets it); null: the built client is
   * served.
   */
  devClient: string | null
}

export type Source = Record<string, string | undefined>

/** Reads the configuration; returns it, or a sentence for each mistake. */
export function readEnv(told: Source): { ok: true; env: Env } | { ok: false; mistakes: string[] } {
  const mistakes: string[] = []
  const source = readSecretFiles(told, mistakes)
  const mode = readMode(source, mistakes)
  const env: Env = {
    appSecret: source.APP_SECRET ?? null,
    passwordHasher: mode === 'test' && source.PASSWORD_HASHER !== 'strong' ? 'cheap' : 'strong',
    breachedPasswords: source.BREACHED_PASSWORDS || null,
    mode,
    staging: readSwitch('STAGING', source, mistakes),
    port: readPort(source, mistakes),
    host: source.HOST ?? '127.0.0.1',
    dataDir: path.resolve(source.DATA_DIR ?? '.data'),
    databaseUrl: source.DATABASE_URL ?? null,
    databaseDirectUrl: source.DATABASE_DIRECT_URL || null,
    databaseFiles: {
      url: source.DATABASE_URL_FILE || null,
      directUrl: source.DATABASE_DIRECT_URL_FILE || null,
    },
    databaseCa: source.DATABASE_CA || null,
    publicUrl: readPublicUrl(source, mistakes),
    stripe: readStripe(source, mistakes),
    seller: readSeller(source, mistakes),
    smtpUrl: source.SMTP_URL ?? null,
    mailFrom: source.MAIL_FROM ?? 'Infield <hello@infield.test>',
    supportEmail: source.SUPPORT_EMAIL ?? 'support@infield.test',
    vapid: readVapid(source, mistakes),
    demo: mode === 'production' || source.DEMO === 'off' ? null : { password: source.DEMO_PASSWORD ?? null },
    adminSetUpToken: readSetUpToken(source, mistakes),
    renditions: readSwitch('RENDITIONS', { RENDITIONS: mode === 'test' ? 'off' : 'on', ...source }, mistakes),
    ffmpegPath: source.FFMPEG_PATH || null,
    clientAddressHeader: source.CLIENT_ADDRESS_HEADER?.toLowerCase() ?? null,
    logLevel: readLogLevel(source, mistakes),
    devClient: source.DEV_CLIENT || null,
    ...readOperations(source, mistakes),
  }
  if (env.demo?.password && env.demo.password.length < 15) {
    mistakes.push("DEMO_PASSWORD is too short: it is the admin's too, and admins need 15 characters.")
  }
  mistakes.push(...envMistakes(env, source))
  return mistakes.length === 0 ? { ok: true, env } : { ok: false, mistakes }
}

function readMode(source: Source, mistakes: string[]): Env['mode'] {
  const mode = source.NODE_ENV ?? 'development'
  if (mode === 'development' || mode === 'test' || mode === 'production') return mode
  mistakes.push(`NODE_ENV is "${mode}"; it must be development, test or production.`)
  return 'production'
}

function readSwitch(name: string, source: Source, mistakes: string[]): boolean {
  const text = source[name]
  if (!text || text === 'off') return false
  if (text !== 'on') mistakes.push(`${name} is "${text}"; it must be on or off.`)
  return true
}

function readPort(source: Source, mistakes: string[]): number {
  const port = Number(source.PORT ?? 3000)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistakes.push(`PORT is "${source.PORT}"; it must be a number from 0 to 65535.`)
  return port
}

function readPublicUrl(source: Source, mistakes: string[]): string | null {
  if (!source.PUBLIC_URL) return null
  if (!URL.canParse(source.PUBLIC_URL)) {
    mistakes.push(
      `PUBLIC_URL is "${source.PUBLIC_URL}"; it must be an address such as https://infield.example.`,
    )
    return null
  }
  return new URL(source.PUBLIC_URL).origin
}

function readStripe(source: Source, mistakes: string[]): Env['stripe'] {
  const {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  } = source
  if (!secretKey && !publishableKey && !webhookSecret) return null
  if (secretKey && publishableKey && webhookSecret) {
    // A live card form with a test key, or the reverse, would accept cards but no payment.
    if (isLiveKey(secretKey) !== isLiveKey(publishableKey))
      mistakes.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are of one mode: both live, or both test.')
    if (!webhookSecret.split(',').every((each) => /^whsec_\S+$/.test(each.trim())))
      mistakes.push(
        'STRIPE_WEBHOOK_SECRET is a secret that begins with whsec_, or several of them with commas in between.',
      )
    return { secretKey, publishableKey, webhookSecret }
  }
  mistakes.push(
    'STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET go together: set all three or none.',
  )
  return null
}

function readVapid(source: Source, mistakes: string[]): Env['vapid'] {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = source
  if (!publicKey && !privateKey) return null
  if (publicKey && privateKey) return { publicKey, privateKey }
  mistakes.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together: set both or none.')
  return null
}

function readSetUpToken({ ADMIN_SETUP_TOKEN: token }: Source, mistakes: string[]): string | null {
  if (!token) return null
  if (/^[A-Za-z0-9_-]{43}$/.test(token)) return token
  mistakes.push('ADMIN_SETUP_TOKEN is 43 characters of base64url: 32 random bytes.')
  return null
}

function readLogLevel({ LOG_LEVEL: level }: Source, mistakes: string[]): LogLevel | null {
  if (!level) return null
  const known = LOG_LEVELS.find((each) => each === level)
  if (!known) mistakes.push(`LOG_LEVEL is "${level}"; it must be one of ${LOG_LEVELS.join(', ')}.`)
  return known ?? null
}
