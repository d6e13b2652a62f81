import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ensureBuilt } from './build.ts'

const config = `export default ({ isSsrBuild }) => ({
  root: import.meta.dirname + '/client',
  build: { outDir: isSsrBuild ? '../dist/server' : '../dist/client', emptyOutDir: true },
})`

let project: string
const write = (name: string, text: string) => writeFile(path.join(project, name), text)
const built = (name: string) => readFile(path.join(project, 'dist', name), 'utf8')

beforeAll(async () => {
  project = await mkdtemp(path.join(os.tmpdir(), 'build-test-'))
  await mkdir(path.join(project, 'client'))
  await symlink(path.resolve(import.meta.dirname, '../../node_modules'), path.join(project, 'node_modules'))
  await write('package.json', '{"type":"module"}')
  await write('vite.config.ts', config)
  await write('client/index.html', '<div id="root"></div><script type="module" src="/main.ts"></script>')
  await write('client/main.ts', 'document.title = process.env.NODE_ENV ?? ""')
})

afterAll(() => rm(project, { recursive: true }))

test('of two that start at once one builds, and both find it built', async () => {
  const say = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  await write('client/main.ts', 'document.title = "at once"')
  await Promise.all([ensureBuilt(project), ensureBuilt(project), ensureBuilt(project)])
  expect(say.mock.calls.filter(([text]) => String(text).startsWith('Building'))).toHaveLength(1)
  expect(await built('client/index.html')).toContain('script')
  say.mockRestore()
  await write('client/main.ts', 'document.title = process.env.NODE_ENV ?? ""')
}, 240_000)

test('builds what changed, once, says so in one line, and never takes half a build for a whole one', async () => {
  const say = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const lines = () => say.mock.calls.filter(([text]) => String(text).startsWith('Building')).length

  await ensureBuilt(project)
  expect(lines()).toBe(1)
  const html = await built('client/index.html')
  const script = await built(`client${/src="([^"]+)"/.exec(html)?.[1]}`)
  expect(script).toContain('production')

  await ensureBuilt(project)
  await write('client/main.test.ts', 'a test changes nothing')
  await ensureBuilt(project)
  expect(lines()).toBe(1)

  await write('client/render.tsx', 'export const renderPage = (path: string) => path')
  await ensureBuilt(project)
  expect(lines()).toBe(2)
  expect(await built('server/render.js')).toContain('renderPage')

  await write('client/main.ts', 'this is not a program')
  await expect(ensureBuilt(project)).rejects.toThrow('vite build failed')
  await expect(stat(path.join(project, 'dist', 'stamp'))).rejects.toThrow('ENOENT')
}, 240_000)
