import { expect, test } from 'vitest'
import { listSources } from '../sources.ts'
import { root } from '../steps.ts'
import { readImports } from './related.ts'

const imports = readImports(listSources(root))

test('the tests of a file are those that load it, the ones beside it first', () => {
  const tests = imports.testsOf('.ci/sample.ts')
  expect(tests).toContain('server/testing/faults/planted.pg.test.ts')
  expect(imports.testsOf('.ci/patches/patch.ts')[0]).toBe('.ci/patches/patch.test.ts')
  expect(imports.testsOf('.ci/mutants/sql.ts').slice(0, 2).sort()).toEqual([
    '.ci/mutants/operators.test.ts',
    '.ci/mutants/sql.test.ts',
  ])
})

test('a test that loads only the types of a file is none of its tests', () => {
  expect(imports.testsOf('.ci/mutants/mutant.ts')).not.toContain('.ci/mutants/related.test.ts')
})
