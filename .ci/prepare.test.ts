import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'infield-prepare-'))
  mkdirSync(join(folder, '.ci'))
  cpSync(join(import.meta.dirname, 'prepare.cjs'), join(folder, '.ci/prepare.cjs'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function prepare(version = process.versions.node) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  return spawnSync(process.execPath, ['-e', `${pretend}; require('./.ci/prepare.cjs')`], {
    cwd: folder,
    encoding: 'utf8',
  })
}

it.each(['20.19.5', '22.17.9'])('refuses Node %s with one sentence', (version) => {
  const { status, stderr } = prepare(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(/^Infield needs Node 22\.18 or newer; this machine runs [\d.]+ and .*\.\n$/)
})

it.each(['22.18.0', '24.21.0'])('accepts Node %s, and a folder that is no checkout', (version) => {
  expect(prepare(version)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('switches the pre-push check on in a checkout', () => {
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  expect(prepare().status).toBe(0)
  const hooks = spawnSync('git', ['config', 'core.hooksPath'], { cwd: folder, encoding: 'utf8' })
  expect(hooks.stdout).toBe('.githooks\n')
})
