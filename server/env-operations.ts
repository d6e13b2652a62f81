import path from 'node:path'
import type { Source } from './env.ts'
import { isLoopback } from './loopback.ts'
import { readStorage, type StoreAddress } from './store-address.ts'

/** The roles of a process: answering users, running jobs, or both. */
export const SERVER_ROLES = ['all', 'web', 'worker'] as const

/** How this process runs beside others, and how it is watched from outside. */
export type OperationsEnv = {
  /** `web` runs no jobs; `worker` runs jobs and answers only health checks. */
  role: (typeof SERVER_ROLES)[number]
  /** The files of a certificate and its key for TLS; null: plain HTTP. */
  tls: { certFile: string; keyFile: string } | null
  /** How long the process continues to answer after it was told to stop and has said that it is not ready. */
  drainMs: number
  /** The address of the metrics, separate from the one users reach; null: none. */
  metrics: { host: string; port: number } | null
  /** The address that traces are sent to by OTLP over HTTP, without a trailing slash; null: no traces. */
  otlpEndpoint: string | null
  /** The folder that keeps the hashed files of former builds; null: none, as under test. */
  assetsDir: string | null
  /** Where videos and pictures are stored. */
  storage: StoreAddress
  /** How servers hear of live changes. */
  bus: BusAddress
}

/**
 * A broker: its addresses, one of which is enough, without user and password; TLS where `isEncrypted`. `caFile`:
 * a file with the certificates that must have signed the broker's; null: those that the machine trusts.
 */
export type BrokerAddress = {
  kind: 'nats' | 'redis'
  hosts: string[]
  isEncrypted: boolean
  caFile: string | null
  user: string | null
  password: string | null
}

/** Postgres itself, by NOTIFY, or a broker. */
export type BusAddress = { kind: 'postgres' } | BrokerAddress

const DRAIN_SECONDS = 5
const MOST_DRAIN_SECONDS = 600

/** Reads these settings and adds a sentence to `mistakes` for each error. */
export function readOperations(source: Source, mistakes: string[]): OperationsEnv {
  return {
    role: readRole(source, mistakes),
    tls: readTls(source, mistakes),
    drainMs: readDrain(source, mistakes),
    metrics: readMetrics(source, mistakes),
    otlpEndpoint: readEndpoint(source, mistakes),
    assetsDir: readAssetsDir(source),
    storage: readStorage(source, mistakes),
    bus: readBus(source, mistakes),
  }
}

function readAssetsDir({ ASSETS_DIR: dir, DATA_DIR = '.data', NODE_ENV: mode }: Source): string | null {
  if (dir) return path.resolve(dir)
  return mode === 'test' ? null : path.resolve(DATA_DIR, 'assets')
}

function readRole({ ROLE: role }: Source, mistakes: string[]): OperationsEnv['role'] {
  const known = SERVER_ROLES.find((each) => each === (role || 'all'))
  if (!known) mistakes.push(`ROLE is "${role}"; it must be web, worker or all.`)
  return known ?? 'all'
}

function readTls({ TLS_CERT, TLS_KEY }: Source, mistakes: string[]): OperationsEnv['tls'] {
  if (!TLS_CERT && !TLS_KEY) return null
  if (TLS_CERT && TLS_KEY) return { certFile: path.resolve(TLS_CERT), keyFile: path.resolve(TLS_KEY) }
  mistakes.push('TLS_CERT and TLS_KEY go together: set both to files in PEM, or none.')
  return null
}

function readDrain({ DRAIN_SECONDS: text, NODE_ENV: mode }: Source, mistakes: string[]): number {
  if (!text) return mode === 'production' ? DRAIN_SECONDS * 1_000 : 0
  const seconds = Number(text)
  if (!(seconds >= 0 && seconds <= MOST_DRAIN_SECONDS))
    mistakes.push(`DRAIN_SECONDS is "${text}"; it must be a number from 0 to ${MOST_DRAIN_SECONDS}.`)
  return seconds * 1_000
}

/**
 * Reads the address of the metrics. They reveal how much there is of everything, so they are bound to this
 * machine unless an address is set.
 */
function readMetrics(source: Source, mistakes: string[]): OperationsEnv['metrics'] {
  const { METRICS_PORT: text, METRICS_HOST: host } = source
  if (!text) {
    if (host) mistakes.push('METRICS_HOST says where METRICS_PORT is bound to: set that too.')
    return null
  }
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    mistakes.push(`METRICS_PORT is "${text}"; it must be a number from 0 to 65535.`)
  if (port !== 0 && port === Number(source.PORT ?? 3000))
    mistakes.push('METRICS_PORT is the PORT that people reach: take another one.')
  return { host: host || '127.0.0.1', port }
}

function readEndpoint({ OTEL_EXPORTER_OTLP_ENDPOINT: text }: Source, mistakes: string[]): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (url && /^https?:$/.test(url.protocol)) {
    if (url.username || url.password)
      mistakes.push('OTEL_EXPORTER_OTLP_ENDPOINT holds no password: set OTEL_EXPORTER_OTLP_HEADERS.')
    return text.replace(/\/+$/, '')
  }
  mistakes.push(
    `OTEL_EXPORTER_OTLP_ENDPOINT is "${text}"; it must be an address such as http://127.0.0.1:4318.`,
  )
  return null
}

const BROKERS: Record<string, Pick<BrokerAddress, 'kind' | 'isEncrypted'>> = {
  'nats:': { kind: 'nats', isEncrypted: false },
  'tls:': { kind: 'nats', isEncrypted: true },
  'redis:': { kind: 'redis', isEncrypted: false },
  'rediss:': { kind: 'redis', isEncrypted: true },
}

/**
 * Reads the bus. Messages on a broker contain only ids of accounts, so they may be unencrypted, but its password
 * may not.
 */
function readBus({ BUS: text, BUS_CA: caFile }: Source, mistakes: string[]): BusAddress {
  if (!text || text === 'postgres') {
    if (caFile) mistakes.push('BUS_CA says which certificate a broker shows: set BUS too.')
    return { kind: 'postgres' }
  }
  const urls = text.split(',').map((part) => (URL.canParse(part) ? new URL(part) : null))
  const [first] = urls
  const broker = first && BROKERS[first.protocol]
  if (!broker || urls.some((url) => url?.protocol !== first.protocol || url.hostname === '')) {
    mistakes.push(
      'BUS must be postgres, or the address of a broker such as nats://127.0.0.1:4222, tls://nats.example:4222, redis://127.0.0.1:6379 or rediss://redis.example:6379.',
    )
    return { kind: 'postgres' }
  }
  const isForeign = urls.some((url) => !isLoopback(url?.hostname ?? ''))
  if (isForeign && !broker.isEncrypted && (first.username || first.password))
    mistakes.push('BUS has a password and leads beyond this machine: use tls:// or rediss://.')
  if (caFile && !broker.isEncrypted)
    mistakes.push('BUS_CA is set, and BUS is reached without TLS: use tls:// or rediss://.')
  if (broker.kind === 'redis' && urls.length > 1) mistakes.push('BUS names one Redis, and no list of them.')
  return {
    ...broker,
    hosts: urls.map((url) => url?.host ?? ''),
    caFile: caFile || null,
    user: first.username ? decodeURIComponent(first.username) : null,
    password: first.password ? decodeURIComponent(first.password) : null,
  }
}
