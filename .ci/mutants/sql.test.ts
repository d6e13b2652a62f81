import { describe, expect, test } from 'vitest'
import { changesOfSql } from './sql.ts'

const VALUE = `\${v}`

/** Returns what each mutant makes of a statement; `$` stands for an interpolated value. */
function mutated(sql: string): string[] {
  const text = `\`${sql.replaceAll('$', VALUE)}\``
  const values = [...text.matchAll(/\$\{v\}/g)].map(({ index }) => ({ start: index + 2, end: index + 3 }))
  return changesOfSql(text, values)
    .map(({ start, end, replace }) => text.slice(0, start) + replace + text.slice(end))
    .map((changed) => changed.slice(1, -1).replaceAll(VALUE, '$').replaceAll(/\s+/g, ' ').trim())
}

describe('the mutants of SQL', () => {
  test('are each condition left out', () => {
    expect(mutated("select from t where id = $ and state = 'held' order by id limit 1")).toEqual([
      "select from t where true and state = 'held' order by id limit 1",
      'select from t where id = $ order by id limit 1',
    ])
  })

  test('are conditions within parentheses and of a part too', () => {
    expect(mutated('select from t where (a = $ or b = f(c) and d) for update')).toEqual([
      'select from t where true for update',
      'select from t where (a = $ or b = f(c) ) for update',
    ])
    expect(mutated('and a.rev < $')).toEqual([''])
  })

  test('take `between` and its `and` for one condition', () => {
    expect(
      mutated("select from t where a is null and b between $ and now() - interval '1 and 2' and c"),
    ).toEqual([
      "select from t where true and b between $ and now() - interval '1 and 2' and c",
      'select from t where a is null and c',
      "select from t where a is null and b between $ and now() - interval '1 and 2'",
    ])
  })

  test('are each column that is not set', () => {
    expect(mutated('update t set a = $, b = coalesce($, b), c = 1 where id = $')).toEqual([
      'update t set b = coalesce($, b), c = 1 where id = $',
      'update t set a = $, c = 1 where id = $',
      'update t set a = $, b = coalesce($, b) where id = $',
      'update t set a = $, b = coalesce($, b), c = 1 where true',
    ])
  })

  test('are none where nothing is chosen or set', () => {
    expect(mutated("select 'this and that' as words")).toEqual([])
    expect(mutated('update t set a = $')).toEqual([])
  })
})
