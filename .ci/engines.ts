import { existsSync, readdirSync } from 'node:fs'
import { installPackages } from './browser.ts'

/** Returns the path of an installed Firefox: FIREFOX_PATH, or the system's. */
export function findFirefox(): string | undefined {
  const places = [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return places.find((place) => place !== undefined && existsSync(place))
}

/** Returns the paths of this Linux's WebKit: the driver program and the browser. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = '/usr/bin/WebKitWebDriver'
  const browser = libraryFolders()
    .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((place) => existsSync(place))
  return browser && existsSync(driver) && existsSync('/usr/bin/Xvfb') ? { driver, browser } : undefined
}

/** Returns the library folders, one for each processor architecture. */
function libraryFolders(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => `/usr/lib/${name}`)
}

/** WebKit plays no video without these packages. */
const CODECS = ['base', 'good', 'bad'].map((kind) => `gstreamer1.0-plugins-${kind}`)

/** Returns the path of an installed PgBouncer. */
export function findPooler(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((place) => existsSync(place))
}

/** Returns the path of haproxy, if it is installed. */
export function findHaproxy(): string | undefined {
  return ['/usr/sbin/haproxy', '/usr/local/sbin/haproxy'].find((place) => existsSync(place))
}

/** Installs haproxy for the fault schedules of a cluster, if needed. Returns its name where it could not be installed. */
export function findOrInstallHaproxy(): string[] {
  if (findHaproxy() !== undefined) return []
  console.log('No haproxy here yet: installing it for the fault schedules of a cluster.')
  installPackages('haproxy')
  return findHaproxy() === undefined ? ['haproxy'] : []
}

/** Returns whether Ceph is installed, whose gateway is the object store of tests. */
export function findCeph(): boolean {
  return ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool'].every((name) =>
    existsSync(`/usr/bin/${name}`),
  )
}

/**
 * Installs Ceph, if needed, for the tests of object storage. Returns its name if that fails; then these tests do
 * not run.
 */
export function findOrInstallCeph(): string[] {
  if (findCeph()) return []
  console.log('No Ceph here yet: installing it for the tests of object storage.')
  installPackages('ceph-mon', 'ceph-osd', 'radosgw')
  return findCeph() ? [] : ['Ceph']
}

/** Returns the path of an installed broker. Valkey counts as Redis, because both speak the same protocol. */
export function findBroker(name: 'nats' | 'redis'): string | undefined {
  const programs = name === 'nats' ? ['nats-server'] : ['redis-server', 'valkey-server']
  return programs
    .flatMap((program) => ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => `${folder}/${program}`))
    .find((place) => existsSync(place))
}

/**
 * Installs both brokers, if needed, for the tests of the bus. Returns the names of those that could not be
 * installed; their tests do not run.
 */
export function findOrInstallBrokers(): string[] {
  return (['nats', 'redis'] as const).flatMap((name) => {
    if (findBroker(name) !== undefined) return []
    console.log(`No ${name}-server here yet: installing it for the tests of the bus.`)
    installPackages(`${name}-server`)
    return findBroker(name) === undefined ? [`${name}-server`] : []
  })
}

const ENGINES = [
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', ...CODECS, 'gstreamer1.0-libav'],
  },
]

/**
 * Installs PgBouncer, if needed, for the database tests. Returns its name if that fails; then the tests that need
 * it do not run.
 */
export function findOrInstallPooler(): string[] {
  if (findPooler() !== undefined) return []
  console.log('No PgBouncer here yet: installing it for the database tests.')
  installPackages('pgbouncer')
  return findPooler() === undefined ? ['PgBouncer'] : []
}

/**
 * Installs Firefox and WebKit, if needed, from the distribution's packages. Returns the names of those that could
 * not be installed; their tests do not run.
 */
export function findOrInstallEngines(): string[] {
  return ENGINES.flatMap(({ name, find, packages }) => {
    if (find() !== undefined) return []
    console.log(`No ${name} here yet: installing it for the browser tests.`)
    installPackages(...packages)
    return find() === undefined ? [name] : []
  })
}
