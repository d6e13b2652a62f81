import bidiFactory from 'bidi-js'
import type { Written } from './fonts.ts'

/** A run of text in one font and one direction. */
export type Run = { text: string; font: string; isRightToLeft: boolean }

type Leveled = Run & { level: number }

// Node imports the whole module object, but Vitest imports its default export
const openBidi = (bidiFactory.default ?? bidiFactory) as typeof bidiFactory.default
const bidi = openBidi()
const NEEDS_ORDER = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const IS_RIGHT_TO_LEFT = NEEDS_ORDER

/** Splits a line into runs in visual order, from left to right, by the Unicode bidirectional algorithm. */
export function runsOf(written: readonly Written[]): Run[] {
  const text = written.map((each) => each.text).join('')
  if (!NEEDS_ORDER.test(text))
    return joined(written.map((each) => ({ ...each, level: 0, isRightToLeft: false })))
  const { levels } = bidi.getEmbeddingLevels(text, 'auto')
  let at = 0
  const leveled = written.map((each): Leveled => {
    const level = levels[at] ?? 0
    at += each.text.length
    const isRightToLeft = level % 2 === 1
    const mirrored = isRightToLeft ? (bidi.getMirroredCharacter(each.text) ?? each.text) : each.text
    return { ...each, text: mirrored, level, isRightToLeft }
  })
  return ordered(joined(leveled)).map(turned)
}

/** Joins neighbours with the same font and level into one run, because the letters of some scripts connect. */
function joined(each: readonly Leveled[]): Leveled[] {
  const runs: Leveled[] = []
  for (const next of each) {
    const last = runs.at(-1)
    if (last && last.font === next.font && last.level === next.level) last.text += next.text
    else runs.push({ ...next })
  }
  return runs
}

/** Puts the runs in visual order: from the highest level down, reverses each sequence of that level or higher. */
function ordered(runs: readonly Leveled[]): Leveled[] {
  const shown = [...runs]
  const highest = Math.max(...runs.map(({ level }) => level))
  for (let level = highest; level >= 1; level -= 1)
    for (let start = 0; start < shown.length; start += 1) {
      let end = start
      while ((shown[end]?.level ?? -1) >= level) end += 1
      if (end > start) shown.splice(start, end - start, ...shown.slice(start, end).reverse())
      start = end
    }
  return shown
}

/**
 * Reverses a right-to-left run without right-to-left letters, because a font reverses only runs that contain such
 * letters.
 */
const turned = (run: Leveled): Run =>
  run.isRightToLeft && !IS_RIGHT_TO_LEFT.test(run.text)
    ? { ...run, text: [...run.text].reverse().join('') }
    : run
