import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'infield-prepare-'))
  mkdirSync(join(folder, '.ci/build'), { recursive: true })
  for (const file of ['prepare.cjs', 'build/needed-node.cjs'])
    cpSync(join(import.meta.dirname, file), join(folder, '.ci', file))
})
afterAll(() => rmSync(folder, { recursive: true }))

function prepare(version = process.versions.node) {
  const pretend = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`
  return spawnSync(process.execPath, ['-e', `${pretend}; require('./.ci/prepare.cjs')`], {
    cwd: folder,
    encoding: 'utf8',
  })
}

it.each(['20.19.5', '22.17.9', '23.11.1', '24.1.0'])('refuses Node %s with one sentence', (version) => {
  const { status, stderr } = prepare(version)
  expect(status).toBe(1)
  expect(stderr).toMatch(
    /^Infield needs Node 22\.18 or newer, or 24\.2 or newer, and this is [\d.]+: .*\.\n$/,
  )
})

it.each(['22.18.0', '24.2.0', '25.0.0'])('accepts Node %s, and a folder that is no checkout', (version) => {
  expect(prepare(version)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

it('switches the hooks of git on in a checkout', () => {
  spawnSync('git', ['init', '--quiet'], { cwd: folder })
  expect(prepare().status).toBe(0)
  const hooks = spawnSync('git', ['config', 'core.hooksPath'], { cwd: folder, encoding: 'utf8' })
  expect(hooks.stdout).toBe('.githooks\n')
})

it.each([
  ['a'.repeat(72), 0],
  ['é'.repeat(72), 0],
  [`# a comment\n\n${'a'.repeat(72)}\n\n${'b'.repeat(100)}`, 0],
  ['a'.repeat(73), 1],
  [`# a comment\n\n${'é'.repeat(73)}`, 1],
])('the hook for messages looks at the length of the first line: %s', (message, status) => {
  const file = join(folder, 'message')
  writeFileSync(file, `${message}\n`)
  expect(spawnSync(join(root, '.githooks/commit-msg'), [file]).status).toBe(status)
})

it('package.json says the same, and npm start says it before Node meets a file that it cannot read', () => {
  const { engines, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(engines.node).toBe('^22.18.0 || >=24.2.0')
  for (const name of ['start', 'dev']) expect(scripts[name]).toContain('-r ./.ci/build/needed-node.cjs ')
})
