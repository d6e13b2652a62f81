import type { Env, Source } from './env.ts'
import { isLoopback } from './loopback.ts'

/** Returns a sentence for each reason why a server in its mode must not start. */
export function envMistakes(env: Env, source: Source): string[] {
  const checks = env.mode === 'production' ? [...PRODUCTION, ...EVERYWHERE] : [...ELSEWHERE, ...EVERYWHERE]
  return checks.flatMap((check) => check(env, source) || [])
}

type Check = (env: Env, source: Source) => string | false

/** Checks whether a key of Stripe moves real money. */
export const isLiveKey = (key: string) => /^(sk|rk|pk)_live_/.test(key)

const PRODUCTION: Check[] = [
  ({ databaseUrl }) => !databaseUrl && 'Production needs DATABASE_URL.',
  ({ stripe }) =>
    !stripe && 'Production does not run with the payment stand-in: set the three STRIPE_ variables.',
  ({ stripe, staging }) =>
    !!stripe &&
    !staging &&
    !isLiveKey(stripe.secretKey) &&
    'Production does not run with a Stripe test key. To try everything out with one, set STAGING=on.',
  ({ stripe, staging }) =>
    !!stripe &&
    staging &&
    isLiveKey(stripe.secretKey) &&
    'STAGING takes no live key of Stripe: use a test key.',
  ({ publicUrl }) => !publicUrl?.startsWith('https://') && 'Production needs PUBLIC_URL, over https.',
  ({ smtpUrl }) => !smtpUrl && 'Production needs SMTP_URL: mails carry the private links.',
  (_, source) => !source.SUPPORT_EMAIL && 'Production needs SUPPORT_EMAIL, the address people write to.',
  (_, source) => !source.MAIL_FROM && 'Production needs MAIL_FROM, the sender of the mails.',
  ({ vapid }) =>
    !vapid &&
    'Production needs VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY, by which devices are reached with push messages. Set the pair that was used before, if there was one (DATA_DIR/vapid.json may have it), because no other reaches the devices subscribed with it. Make a first pair with: npx web-push generate-vapid-keys',
  ({ appSecret }) =>
    (!appSecret || appSecret.length < 32) && 'Production needs APP_SECRET, 32 characters or more.',
  ({ appSecret }) =>
    !!appSecret &&
    appSecret.length >= 32 &&
    isWeak(appSecret) &&
    'APP_SECRET can be guessed. Make one with: openssl rand -base64 48',
  ({ adminSetUpToken }) =>
    !!adminSetUpToken &&
    isWeak(adminSetUpToken) &&
    'ADMIN_SETUP_TOKEN can be guessed. Make one with: openssl rand -base64 32 | tr +/ -_ | tr -d =',
  ({ devClient }) => !!devClient && 'Production serves the built client: unset DEV_CLIENT.',
]

/**
 * Checks outside production: only this machine may reach the server, because of the demo's sign-ins and the pages
 * under /dev.
 */
const ELSEWHERE: Check[] = [
  ({ host }) =>
    !isLoopback(host) &&
    `HOST is "${host}"; outside production only loopback is served, because the demo sign-ins and /dev pages exist there.`,
  ({ publicUrl }) =>
    !!publicUrl &&
    !isLoopback(new URL(publicUrl).hostname) &&
    `PUBLIC_URL is "${publicUrl}", which is not this machine: set NODE_ENV=production, because the demo sign-ins and /dev pages are there for everybody otherwise.`,
  ({ staging }) => staging && 'STAGING is a kind of production: set NODE_ENV=production with it.',
]

const EVERYWHERE: Check[] = [
  ({ smtpUrl }) => smtpMistake(smtpUrl),
  (env) =>
    unreadableDatabase('DATABASE_URL', env.databaseUrl) ||
    databaseMistake('DATABASE_URL', env.databaseUrl, env),
  (env) =>
    unreadableDatabase('DATABASE_DIRECT_URL', env.databaseDirectUrl) ||
    databaseMistake('DATABASE_DIRECT_URL', env.databaseDirectUrl, env),
  ({ databaseUrl, databaseDirectUrl }) =>
    !!databaseDirectUrl && !databaseUrl && 'DATABASE_DIRECT_URL goes with DATABASE_URL: set both.',
]

/**
 * Checks SMTP_URL: mails contain tokens, so beyond this machine they must be encrypted and go to the intended
 * server.
 */
function smtpMistake(smtpUrl: string | null): string | false {
  if (!smtpUrl) return false
  if (!URL.canParse(smtpUrl) || !/^smtps?:$/.test(new URL(smtpUrl).protocol))
    return 'SMTP_URL is an address such as smtps://user:password@mail.example.'
  const { hostname, searchParams } = new URL(smtpUrl)
  const [loosened] =
    [...searchParams].find(
      ([key, value]) => key.startsWith('tls.') || (key === 'requireTLS' && value !== 'true'),
    ) ?? []
  return (
    loosened !== undefined &&
    !isLoopback(hostname) &&
    `SMTP_URL sets "${loosened}". Mails go beyond this machine over TLS only, to a server whose certificate is valid: leave it out.`
  )
}

/** Checks for addresses that the driver would misread or ignore; it takes the host only from before the path. */
function unreadableDatabase(variable: string, url: string | null): string | false {
  if (!url) return false
  const form = `${variable} is an address such as postgres://user:password@db.example:5432/infield`
  const [, start = '', hosts = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/(?:[^/?]*@)?)([^@/?]*)(.*)$/s.exec(url) ?? []
  // Each of several hosts is checked separately.
  if (start === '' || hosts.split(',').some((host) => !URL.canParse(`${start}${host}${rest}`)))
    return `${form}; what is there cannot be read. In a password, letters that an address uses itself are written as %40 (@), %2F (/) or %3F (?).`
  const isNamedApart = /[?&]host(addr)?=/.test(rest)
  return (
    isNamedApart &&
    `${form}: its host stands before the path, not after "?host=". For a socket of this machine, write postgres:///infield and set PGHOST to its folder.`
  )
}

/** With these modes the driver checks the certificate and the host's name; with `require` it accepts any server. */
const CHECKED = ['verify-ca', 'verify-full']

/**
 * Checks that a database beyond this machine must show a certificate that is verified, with DATABASE_CA or the
 * machine's trusted ones.
 */
function databaseMistake(
  variable: string,
  url: string | null,
  { databaseCa }: Pick<Env, 'databaseCa'>,
): string | false {
  // With DATABASE_CA, every connection is verified, whatever the address says.
  if (!url || databaseCa) return false
  // No host means a socket of this machine. The pattern is needed because URL cannot parse several hosts.
  const [, hosts = '', query = ''] =
    /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)(?:\/[^?]*)?(?:\?(.*))?$/.exec(url) ?? []
  const parameters = new URLSearchParams(query)
  const named = [...hosts.split(','), ...(parameters.get('host')?.split(',') ?? [])]
  const foreign = named
    .map(withoutPort)
    .find((host) => host !== '' && !host.startsWith('/') && !isLoopback(host))
  const mode = parameters.get('sslmode') ?? parameters.get('ssl') ?? ''
  return (
    foreign !== undefined &&
    !CHECKED.includes(mode) &&
    `${variable} leads beyond this machine${mode === 'require' ? ', and sslmode=require takes whichever server answers' : ''}: say sslmode=verify-full in it, or set DATABASE_CA where the certificate is of your own making.`
  )
}

const withoutPort = (host: string) => decodeURIComponent(host).replace(/:\d+$/, '')

const LEAST_DISTINCT = 8
const PLACEHOLDER = /change.?(me|this)|place.?holder|example|your.?secret/i

/** Checks whether a secret repeats a few letters or is a placeholder; 32 random characters never match. */
function isWeak(secret: string): boolean {
  const isRepeated = (secret + secret).indexOf(secret, 1) < secret.length / 2
  return isRepeated || new Set(secret).size < LEAST_DISTINCT || PLACEHOLDER.test(secret)
}
