import { readFileSync } from 'node:fs'
import path from 'node:path'
import { getCiphers } from 'node:tls'
import { expect, test } from 'vitest'
import { CALLS, SYNC_PATHS, USER_MEDIA } from '../../sync/paths.ts'

const HERE = import.meta.dirname
const ROOT = path.join(HERE, '../..')
const read = (name: string) => readFileSync(path.join(HERE, name), 'utf8')

test('the proxy hides no path by which the app learns that its network is back', () => {
  const [, hidden = ''] = /deny_status 404 if \{ path (.+) \}$/m.exec(read('haproxy.cfg')) ?? []
  expect(hidden.split(' ')).toEqual(['/readyz'])
  const connection = readFileSync(path.join(ROOT, 'client/api/connection.ts'), 'utf8')
  expect(connection).toContain("fetch('/healthz'")
})

test('ASVS 12.1 the proxy speaks TLS 1.2 and 1.3 alone, with suites that keep no key and encrypt with a tag', () => {
  const set = (name: string) => new RegExp(`^ {2}${name} (.*)$`, 'm').exec(read('haproxy.cfg'))?.[1] ?? ''
  expect(set('ssl-default-bind-options')).toContain('ssl-min-ver TLSv1.2')
  const suites = ['ciphers', 'ciphersuites'].flatMap((kind) => set(`ssl-default-bind-${kind}`).split(':'))
  const known = getCiphers()
  expect(suites.filter((suite) => !known.includes(suite.toLowerCase()))).toEqual([])
  for (const suite of suites) expect(suite).toMatch(/^(ECDHE-.+|TLS_.+)(GCM|POLY1305)/)
  expect(suites[0]).toContain('AES256')
  expect(/^ {2}bind :8443 .*$/m.exec(read('haproxy.cfg'))?.[0]).not.toMatch(/ssl-min-ver|ciphers/)
})

test('the proxy waits longer for the answer of a server than until it asks again', () => {
  const [, interval = ''] = /^ {2}default-server check inter (\d+)s /m.exec(read('haproxy.cfg')) ?? []
  const [, patience = ''] = /^ {2}timeout check (\d+)s$/m.exec(read('haproxy.cfg')) ?? []
  expect(Number(patience)).toBeGreaterThan(2 * Number(interval))
})

test('ASVS 4.1.2 the proxy leads pages to https, and no call', () => {
  const prefixes = / if \{ path_beg (.+) \} or !METH_GET$/m.exec(read('haproxy.cfg'))?.[1]?.split(' ') ?? []
  const called = [...Object.values({ ...CALLS, ...SYNC_PATHS }), '/files/x', '/media/x', USER_MEDIA.path]
  const denied = (paths: string[]) => paths.filter((url) => prefixes.some((each) => url.startsWith(each)))
  expect(denied([...called, '/', '/ask/somebody', '/view/x'])).toEqual(called)
})

test('no source holds all connections of the proxy', () => {
  const [, ...frontends] = read('haproxy.cfg').split(/^frontend /m)
  expect(frontends).toHaveLength(2)
  const most = Number(/^ {2}maxconn (\d+)$/m.exec(read('haproxy.cfg'))?.[1])
  for (const frontend of frontends) {
    expect(frontend).toMatch(/^ {2}tcp-request connection track-sc0 src,ipmask\(32,64\)/m)
    const limit = /^ {2}tcp-request connection reject if \{ sc0_conn_cur(?:\(site\))? gt (\d+) \}(.*)$/m.exec(
      frontend,
    )
    expect(Number(limit?.[1])).toBeLessThanOrEqual(most / 40)
    // Behind a gateway or another proxy everybody comes from one private address.
    expect(limit?.[2]).toBe(' !{ src 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7 }')
  }
})

test('ASVS 14.2.4 no proxy writes down what opens something: a private link, a ticket', () => {
  const [format = '', ...others] = read('haproxy.cfg').match(/^ {2}(log-format|option httplog).*$/gm) ?? []
  expect(others).toEqual([])
  expect(format).toContain('%[var(txn.shown)]')
  // with flags as well: %{+Q}r is the whole line of the request
  expect(format).not.toMatch(
    /%(\{[^}]*\})?(r|HU|HP|HPO|HQ|hr|hs)\b|%(\{[^}]*\})?\[(req|capture|path|url|query)/,
  )
  const frontends = read('haproxy.cfg')
    .split(/^frontend /m)
    .slice(1)
  for (const frontend of frontends)
    expect(frontend).toContain('set-var(txn.shown) path,regsub(^/view/.*,/view/-)')
  expect(read('helm/templates/web.yaml')).toContain('nginx.ingress.kubernetes.io/enable-access-log: "false"')
})
