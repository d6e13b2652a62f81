import { expect, test } from 'vitest'
import { type Measured, resultOf } from './measured.ts'
import { readOptions } from './options.ts'
import { drawFigures } from './plot.ts'

const figure: Measured = {
  figure: 'pull & parse',
  unit: 'ms',
  ours: [90, 30, 40],
  floor: [10, 20, 30],
  against: 'parse alone',
  bar: { of: 'ratio', most: 1.5 },
}

test('a figure comes to its medians, their ratio and whether the bar is held', () => {
  expect(resultOf(figure)).toMatchObject({ ours: 40, floor: 20, ratio: 2, isHeld: false })
  expect(resultOf({ ...figure, bar: { of: 'ratio', most: 2 } }).isHeld).toBe(true)
  expect(resultOf({ ...figure, floor: [], bar: { of: 'ours', least: 41 } })).toMatchObject({
    ratio: null,
    isHeld: false,
  })
  const { bar: _, ...free } = figure
  expect(resultOf(free).isHeld).toBeNull()
})

test('the plot shows each figure with a bar by how much of it is taken, and marks what is over', () => {
  const kept = { ...resultOf(figure), day: '2026-11-28', load: 0.1 }
  const svg = drawFigures([kept, { ...kept, figure: 'no bar', bar: null, isHeld: null }])
  expect(svg).toContain('pull &amp; parse')
  expect(svg).toContain('class="over"')
  expect(svg).not.toContain('no bar')
})

test('an unknown figure or option is refused by name', () => {
  expect(() => readOptions(['pull', 'nothing'], ['pull'])).toThrow('There is no figure nothing')
  expect(() => readOptions(['--fast'], ['pull'])).toThrow('--fast')
  expect(readOptions(['--against', 'v1'], ['pull', 'push'])).toMatchObject({
    names: ['pull', 'push'],
    rev: 'v1',
  })
})
