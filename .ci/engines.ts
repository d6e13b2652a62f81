import { existsSync, readdirSync } from 'node:fs'
import { installPackages } from './browser.ts'

/** The path of a Firefox that is here: FIREFOX_PATH, or the system's. */
export function findFirefox(): string | undefined {
  const places = [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return places.find((place) => place !== undefined && existsSync(place))
}

/** Where the WebKit of this Linux lies: the program that drives it, and its browser. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = '/usr/bin/WebKitWebDriver'
  const browser = libraryFolders()
    .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((place) => existsSync(place))
  return browser && existsSync(driver) && existsSync('/usr/bin/Xvfb') ? { driver, browser } : undefined
}

/** One for each kind of processor. */
function libraryFolders(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => `/usr/lib/${name}`)
}

/** Without these WebKit plays no video. */
const CODECS = ['base', 'good', 'bad'].map((kind) => `gstreamer1.0-plugins-${kind}`)

/** The path of a PgBouncer that is here. */
export function findPooler(): string | undefined {
  return ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((place) => existsSync(place))
}

/** Whether a Ceph is here, whose gateway is the object store of tests. */
export function findCeph(): boolean {
  return ['ceph', 'ceph-mon', 'ceph-osd', 'radosgw', 'radosgw-admin', 'monmaptool'].every((name) =>
    existsSync(`/usr/bin/${name}`),
  )
}

/** Has Ceph for the tests of object storage; where it cannot be had, they are not run, and its name is answered. */
export function findOrInstallCeph(): string[] {
  if (findCeph()) return []
  console.log('No Ceph here yet: installing it for the tests of object storage.')
  installPackages('ceph-mon', 'ceph-osd', 'radosgw')
  return findCeph() ? [] : ['Ceph']
}

/** The path of a broker that is here, by what it is called; Valkey and Redis are one to whoever speaks to them. */
export function findBroker(name: 'nats' | 'redis'): string | undefined {
  const programs = name === 'nats' ? ['nats-server'] : ['redis-server', 'valkey-server']
  return programs
    .flatMap((program) => ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((folder) => `${folder}/${program}`))
    .find((place) => existsSync(place))
}

/** Has both brokers for the tests of the bus; where one cannot be had its tests are not run, and its name is answered. */
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

/** Has PgBouncer for the database tests; where it cannot be had, those that need it are not run, and its name is answered. */
export function findOrInstallPooler(): string[] {
  if (findPooler() !== undefined) return []
  console.log('No PgBouncer here yet: installing it for the database tests.')
  installPackages('pgbouncer')
  return findPooler() === undefined ? ['PgBouncer'] : []
}

/**
 * Has Firefox and WebKit for the browser tests, from the distribution's packages where they may be installed. Answers the
 * names of those that cannot be had: their tests are not run.
 */
export function findOrInstallEngines(): string[] {
  return ENGINES.flatMap(({ name, find, packages }) => {
    if (find() !== undefined) return []
    console.log(`No ${name} here yet: installing it for the browser tests.`)
    installPackages(...packages)
    return find() === undefined ? [name] : []
  })
}
