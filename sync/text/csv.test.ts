import { expect, test } from 'vitest'
import { textCell } from './csv.ts'

test.each([
  ['Kim Olsen', '"Kim Olsen"'],
  ['say "no"; then go', '"say ""no""; then go"'],
  ['a-b + c = d', '"a-b + c = d"'],
  ['=HYPERLINK("http://evil.example")', '"\'=HYPERLINK(""http://evil.example"")"'],
  [' \u200b@SUM(A1)', '"\' \u200b@SUM(A1)"'],
  ['\uff1dcmd', '"\'\uff1dcmd"'],
  ['\tx', '"\'\tx"'],
  // A program that separates cells by semicolons sees another cell there.
  ['x;=cmd|calc', '"x;\'=cmd|calc"'],
  ['x; "=1+1";-2', '"x;\' ""=1+1"";\'-2"'],
  ['x\r\n+1', '"x\r\n\'+1"'],
])('ASVS 1.2.1 %j is a cell of text: %s', (typed, cell) => expect(textCell(typed)).toBe(cell))
