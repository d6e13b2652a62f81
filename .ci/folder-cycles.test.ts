import { expect, test } from 'vitest'
import { findFolderCycles, type Import } from './folder-cycles.ts'

const run = (from: string, to: string): Import => ({ from, to, isType: false })
const type = (from: string, to: string): Import => ({ from, to, isType: true })
const foldersIn = (imports: Import[]) => findFolderCycles(imports).map(({ folders }) => folders)

test('folders that import each other, by however many others between, are one circle with its arrows', () => {
  const circle = [
    run('client/ui/a.tsx', 'client/api/b.ts'),
    run('client/api/c.ts', 'client/db/d.ts'),
    type('client/db/e/f.ts', 'client/ui/g.tsx'),
  ]
  const imports = [
    ...circle,
    run('client/pages/h.tsx', 'client/ui/a.tsx'),
    run('client/db/d.ts', 'sync/i.ts'),
  ]
  const [found, ...others] = findFolderCycles(imports)
  expect(others).toEqual([])
  expect(found?.folders).toEqual(['client/api', 'client/db', 'client/ui'])
  expect(found?.arrows).toEqual(expect.arrayContaining(circle))
  expect(foldersIn(imports.slice(0, 2))).toEqual([])
})

test('a file beside the folders is a room of its own, and two of them are left to the rule for files', () => {
  expect(
    foldersIn([run('server/transact.ts', 'server/db/a.ts'), run('server/db/b.ts', 'server/transact.ts')]),
  ).toEqual([['server/db', 'server/transact.ts']])
  expect(
    foldersIn([run('server/transact.ts', 'server/db/a.ts'), run('server/db/b.ts', 'server/env.ts')]),
  ).toEqual([])
  expect(foldersIn([type('server/env.ts', 'server/log.ts'), type('server/log.ts', 'server/env.ts')])).toEqual(
    [],
  )
})

test('tests and the types that a context names are no arrows', () => {
  const below = run('server/http/a.ts', 'server/context.ts')
  expect(foldersIn([below, type('server/context.ts', 'server/http/b.ts')])).toEqual([])
  expect(foldersIn([below, run('server/context.ts', 'server/http/b.ts')])).toHaveLength(1)
  const fromTest = (path: string) => [
    run('server/http/a.ts', 'server/db/b.ts'),
    run(path, 'server/http/a.ts'),
  ]
  expect(foldersIn(fromTest('server/db/b.pg.test.ts'))).toEqual([])
  expect(foldersIn(fromTest('server/db/c.ts'))).toHaveLength(1)
})
