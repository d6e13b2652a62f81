import { describe, expect, test } from 'vitest'
import { patched } from '../patches/patch.ts'
import { root } from '../steps.ts'
import { mutantsOf } from './operators.ts'

const FILE = 'sync/example.ts'

/** Returns the kind of each mutant of some code and what the code becomes. */
function mutated(source: string): string[] {
  return mutantsOf(FILE, source).map(({ id, patch }) => {
    const kind = id.split(':').at(-1)
    return `${kind}: ${patched(`${root}/${FILE}`, source, [patch])}`
  })
}

describe('the mutants of code', () => {
  test.each([
    ['f(a < b)', ['boundary: f(a <= b)']],
    ['f(a === b)', ['equality: f(a !== b)']],
    ['f(a - b)', ['arithmetic: f(a + b)']],
    ['f(a && b)', ['logic: f(a || b)']],
    ['f(a ?? b ?? c)', ['fallback: f(((a ) && ( b)) ?? c)']],
    ['f({ a, })', ['property: f({  })']],
    ['f(!a)', ['not: f(a)']],
    ['f(true)', ['boolean: f(false)']],
    ['f(7)', ['number: f(8)']],
    ["f('held')", ["string: f('another')"]],
    ['f({ a, b })', ['property: f({ b })', 'property: f({ a })']],
  ])('%s', (source, expected) => {
    expect(mutated(`x = ${source}`)).toEqual(expected.map((each) => each.replace('f(', 'x = f(')))
  })

  test('are conditions that say the contrary, calls that are not made or not waited for, and values not given', () => {
    expect(mutated('if (a) b()')).toEqual(['condition: if (!(a)) b()', 'call: if (a) ;'])
    expect(mutated('await b()')).toEqual(['await: void b()', 'call: ;'])
    expect(mutated('function f() { return a }')).toEqual(['return: function f() { return undefined }'])
  })

  test.each([
    ["import { a } from './a.ts'"],
    ["type A = 'a' | 1"],
    ["throw new Error('a')"],
    ["context.log.info({ a }, 'a')"],
    ["await context.fault('a')"],
    ["x = 'words for people'"],
    ["x = a + 'b c'"],
    ['/** a < b */'],
  ])('are none in %s', (source) => {
    expect(mutated(source)).toEqual([])
  })

  test('have a name that leads to them', () => {
    expect(mutantsOf(FILE, 'x = 1\n  y = a < b').map(({ id }) => id)).toEqual([
      `${FILE}:1:5:number`,
      `${FILE}:2:9:boundary`,
    ])
  })
})
