import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Patch, patched, patchFlags, patchVariables } from './patch.ts'

const FILE = '.ci/sample.ts'
const ABSOLUTE = path.resolve(import.meta.dirname, '../sample.ts')
const applied = (source: string, patch: Omit<Patch, 'file'>) =>
  patched(ABSOLUTE, source, [{ file: FILE, ...patch }])

describe('a patch', () => {
  test('changes what it finds once, and only in its own file', () => {
    expect(applied('a b c', { find: 'b', replace: 'x' })).toBe('a x c')
    expect(patched(import.meta.filename, 'a b c', [{ file: FILE, find: 'b', replace: 'x' }])).toBeNull()
  })

  test('takes its replacement as it is written', () => {
    expect(applied('a b c', { find: 'b', replace: '$&$1' })).toBe('a $&$1 c')
  })

  test('is refused when it fits nowhere or twice', () => {
    expect(() => applied('a c', { find: 'b', replace: 'x' })).toThrow('no longer has "b"')
    expect(() => applied('b b', { find: 'b', replace: 'x' })).toThrow('has "b" 2 times')
    expect(() => applied('b b', { find: '', replace: 'x' })).toThrow('looks for nothing')
  })

  test('fits where it is told to', () => {
    expect(applied('b b', { find: 'b', replace: 'x', at: 2 })).toBe('b x')
    expect(() => applied('b b', { find: 'b', replace: 'x', at: 1 })).toThrow('no "b" at character 1')
  })
})

describe('a process with a patch', () => {
  const everythingIn = (find: string) => {
    const script = `console.log((await import(${JSON.stringify(ABSOLUTE)})).everything)`
    const patch = { file: FILE, find, replace: `'patched'` }
    const env = { ...process.env, ...patchVariables([patch]) }
    const flags = ['--input-type=module', '-e', script]
    return execFileSync(process.execPath, [...patchFlags(env), ...flags], {
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  }

  test('runs the patched module', () => {
    expect(everythingIn("process.env.TEST_ALL === '1'")).toBe('patched\n')
  })

  test('ends when the patch does not fit', () => {
    expect(() => everythingIn('what never stood there')).toThrow('write the patch anew')
  })
})
