import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const CLIENT = new URL('..', import.meta.url)
const THEME = readFileSync(new URL('theme.css', import.meta.url), 'utf8')
const BASE = readFileSync(new URL('style/base.css', import.meta.url), 'utf8')
const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** The lowest contrasts of WCAG 2.2 AA: 1.4.3 for text, 1.4.11 for large text and the outlines of controls. */
const TEXT = 4.5
const SHAPE = 3

/** The backgrounds of pages and panels. */
const GROUNDS = ['page', 'surface', 'sunken']
/** Text colours on these backgrounds, where the same class list names no other background. */
const WORDS = ['ink', 'muted', 'signal-text', 'success', 'warning', 'danger']
/** Text colours on a background of their own. */
const ON: readonly [text: string, background: string][] = [
  ['on-signal', 'signal'],
  ['on-signal', 'signal-hover'],
  ['on-inverse', 'inverse'],
  ['on-danger', 'danger-fill'],
  ['success', 'success-wash'],
  ['warning', 'warning-wash'],
  ['danger', 'danger-wash'],
  ['ink', 'success-wash'],
  ['ink', 'warning-wash'],
  ['ink', 'danger-wash'],
]
/** Text colours on the green field, which is dark in both schemes. */
const ON_FIELD = ['ink', 'muted', 'signal-text', 'on-field']
/** Colours of borders, dots, icons and large text. */
const SHAPES = ['control', 'inverse', 'danger-fill', 'signal-text']
/** Marks beside words with the same meaning. None of them relies on its colour on a sunken background. */
const MARKS: readonly [mark: string, ground: string][] = [
  ['signal', 'page'],
  ['signal', 'surface'],
]
/** Backgrounds with controls on them, on which the ring of the focus is drawn. */
const RINGED = [...GROUNDS, 'inverse', 'success-wash', 'warning-wash', 'danger-wash']
/** Lines, placeholders behind pictures, and veils: they carry no information. */
const TELLS_NOTHING = ['line', 'veil', 'signal-wash', 'transparent', 'current']
/** Disabled controls, which may be faint. */
const DISABLED: readonly [text: string, background: string][] = [['muted', 'line']]

describe.each(SCHEMES)('the colours of the %s scheme', (scheme) => {
  const words = WORDS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const))
  test.each([...words, ...ON])('%s on %s can be read', (text, background) => {
    expect(contrast(colour(text, scheme), colour(background, scheme))).toBeGreaterThanOrEqual(TEXT)
  })

  const shapes = SHAPES.flatMap((shape) => GROUNDS.map((ground) => [shape, ground] as const))
  test.each([...shapes, ...MARKS])('%s on %s can be made out', (shape, ground) => {
    expect(contrast(colour(shape, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(SHAPE)
  })

  test.each(RINGED)('the ring of the focus on %s can be made out', (ground) => {
    expect(contrast(colour(ringOn(ground), scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(SHAPE)
  })
})

test.each(ON_FIELD)('%s on the field can be read', (text) => {
  expect(contrast(colour(text, 'dark'), colour('field', 'dark'))).toBeGreaterThanOrEqual(TEXT)
})

describe('every colour that the app uses is among them', () => {
  const classes = literals()

  test.each(['text', 'bg', 'border'])('each token after %s-', (kind) => {
    const known = new Set([
      ...GROUNDS,
      ...WORDS,
      ...SHAPES,
      ...ON.flat(),
      ...ON_FIELD,
      'field',
      ...TELLS_NOTHING,
    ])
    const used = new Set(classes.flatMap((literal) => tokensOf(literal, kind)))
    expect(used.size).toBeGreaterThan(3)
    expect([...used].filter((token) => !known.has(token))).toEqual([])
  })

  test('each text that stands beside its background', () => {
    const pairs = [
      ...WORDS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
      ...ON,
      ...ON_FIELD.map((text) => [text, 'field'] as const),
      ...DISABLED,
      // `control` is the colour of a drawing here.
      ...GROUNDS.map((ground) => ['control', ground] as const),
    ]
    const known = new Set(pairs.map((pair) => pair.join(' on ')))
    const used = new Set(classes.flatMap(pairsIn))
    expect(used.size).toBeGreaterThan(8)
    expect([...used].filter((pair) => !known.has(pair))).toEqual([])
  })
})

/** Returns the string literals in the client's sources that look like class lists. */
function literals(): string[] {
  return readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(new URL(name, CLIENT), 'utf8'))
    .flatMap((source) => [...source.matchAll(/(['"`])([^'"`\n]*\b(?:text|bg|border)-[^'"`\n]*)\1/g)])
    .map(([, , literal = '']) => literal)
}

/** Returns the theme colours that a literal sets for a kind of class, in any state. */
function tokensOf(literal: string, kind: string): string[] {
  return classesOf(literal).flatMap(({ name }) => tokenOf(name, kind) ?? [])
}

/** Returns each text colour with the background that the same literal sets for the same state. */
function pairsIn(literal: string): string[] {
  const all = classesOf(literal)
  const states = new Set(all.map(({ state }) => state))
  return [...states].flatMap((state) => {
    const names = all.filter((each) => each.state === state).map(({ name }) => name)
    const [texts, grounds] = ['text', 'bg'].map((kind) => names.flatMap((name) => tokenOf(name, kind) ?? []))
    return (texts ?? []).flatMap((text) => (grounds ?? []).map((ground) => `${text} on ${ground}`))
  })
}

function classesOf(literal: string): { state: string; name: string }[] {
  return literal.split(/\s+/).map((each) => {
    const [, state = '', name = ''] = /^(.*:)?([^:]*)$/.exec(each) ?? []
    return { state, name }
  })
}

/** Returns the theme colour of a class, or null. Translucent colours lie over pictures and are not tested here. */
function tokenOf(name: string, kind: string): string | null {
  const [, token = ''] = new RegExp(`^${kind}-([a-z-]+)$`).exec(name) ?? []
  return THEME.includes(`--color-${token}:`) ? token : null
}

/** Returns the colour of the focus ring on a background: its own there, which may be that of the text, or the usual. */
function ringOn(ground: string): string {
  const [, usual = ''] = /\n {2}:focus-visible \{\s*outline: \S+ \S+ var\(--(.+)\);/.exec(BASE) ?? []
  const [, own] = new RegExp(`\\.bg-${ground} :focus-visible \\{\\s*outline-color: (.+);`).exec(BASE) ?? []
  return own === 'currentColor' ? `on-${ground}` : (own ?? usual)
}

function colour(token: string, scheme: Scheme): string {
  const [, light = '', dark = light] =
    new RegExp(`--${token}: (?:light-dark\\()?(#[0-9a-f]{6})(?:, (#[0-9a-f]{6})\\))?;`).exec(THEME) ?? []
  if (!light) throw new Error(`the theme has no colour ${token}`)
  return scheme === 'light' ? light : dark
}

/** Returns the contrast of two colours as WCAG 2.2 defines it, from 1 to 21. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
