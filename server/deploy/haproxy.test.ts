import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const config = readFileSync(path.join(import.meta.dirname, 'haproxy.cfg'), 'utf8')

test('the proxy counts the connections of each source before it speaks TLS, and refuses one too many', () => {
  const [, site = ''] = config.split(/^frontend site$/m)
  expect(site).toMatch(/^ {2}stick-table type ipv6 .* store conn_cur$/m)
  expect(site).toContain('  tcp-request connection track-sc0 src,ipmask(32,64)\n')
  expect(site).toMatch(/^ {2}tcp-request connection reject if \{ sc0_conn_cur gt \d+ \}$/m)
})
