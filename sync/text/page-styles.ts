/**
 * A style rule, or a group of rules under one condition. A statement such as `@layer a, b` has neither body nor
 * parts.
 */
type Part = { head: string; body?: string; parts?: Part[]; needs?: Need[] }
/** What one selector needs on a page: all of the classes and elements in `all`, and one of each list in `some`. */
type Need = { all: string[]; some: string[][] }

const GROUP = /^@(layer|media|supports|container)\b/
/**
 * The layer with initial values of variables, for browsers that do not support typed variables; these browsers
 * wait for the full styles.
 */
const UNTYPED = '@layer properties'
const TYPED = /@property (--[\w-]+)\{[^}]*\}/g
/** The rule that declares every size and colour; a page uses a few of them. */
const THEME = /:root,(:host|\[data-theme\])\{[^{}]*\}/g
const DECLARATION = /(--[\w-]+):[^;}]*;?/g
/** Pseudo-classes that cannot match at first paint, because they need a pointer or a keyboard. */
const HANDLED = /(?<!\\):(hover|active|focus(-visible|-within)?)(?![\w\\-])/
/** Pseudo-classes whose contents may be missing from the page or arrive later. */
const ABSENT = /^:(not|has)$/

/**
 * Reads the app's styles once and returns a function that selects, for a page, those its first paint needs. It
 * leaves out rules that name a class or element missing from the page, and fonts that would be fetched, because
 * the full styles follow.
 */
export function readPageStyles(css: string): (html: string) => string {
  const parts = readParts(css.replace(/\/\*[\s\S]*?\*\//g, ''))
  return (html) => {
    const shown = writeParts(parts, namesOn(html))
    const read = new Set([...shown.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
    const ifRead = (declared: string, name: string) => (read.has(name) ? declared : '')
    return shown.replace(TYPED, ifRead).replace(THEME, (theme) => theme.replace(DECLARATION, ifRead))
  }
}

function readParts(css: string): Part[] {
  const parts: Part[] = []
  let start = 0
  let open = 0
  let depth = 0
  for (let at = 0; at < css.length; at += 1) {
    const sign = css[at]
    if (sign === '\\') at += 1
    else if (sign === '"' || sign === "'") at = endOfString(css, at)
    else if (sign === ';' && depth === 0) {
      parts.push({ head: css.slice(start, at).trim() })
      start = at + 1
    } else if (sign === '{') {
      if (depth === 0) open = at
      depth += 1
    } else if (sign === '}') {
      depth -= 1
      if (depth > 0) continue
      parts.push(partOf(css.slice(start, open).trim(), css.slice(open + 1, at)))
      start = at + 1
    }
  }
  return parts
}

function endOfString(css: string, start: number): number {
  let at = start + 1
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1
  return at
}

function partOf(head: string, body: string): Part {
  if (GROUP.test(head)) return { head, parts: head === UNTYPED ? [] : readParts(body) }
  if (head === '@font-face') return { head, body, ...(body.includes('url(') && { needs: [] }) }
  if (head.startsWith('@')) return { head, body }
  return {
    head,
    body,
    needs: selectorsOf(head)
      .filter((each) => !HANDLED.test(each.replace(/:(not|has)\([^)]*\)/g, '')))
      .map(needOf),
  }
}

function writeParts(parts: Part[], present: ReadonlySet<string>): string {
  const written = parts.map((part) => {
    if (part.parts) {
      const inner = writeParts(part.parts, present)
      if (inner) return `${part.head}{${inner}}`
      // Keep an empty layer's name, because the order of layers also holds for the full styles.
      return part.head.startsWith('@layer') ? `${part.head};` : ''
    }
    if (part.body === undefined) return `${part.head};`
    const isShown = part.needs?.some((need) => isMet(need, present)) ?? true
    return isShown ? `${part.head}{${part.body}}` : ''
  })
  return written.join('')
}

const isMet = ({ all, some }: Need, present: ReadonlySet<string>) =>
  all.every((name) => present.has(name)) && some.every((names) => names.some((name) => present.has(name)))

function needOf(selector: string): Need {
  const { outside, inside } = splitBrackets(selector)
  const binding = inside.filter(({ name, text }) => !ABSENT.test(name) && !/:(not|has)\(/.test(text))
  const some = binding.map(({ text }) => namesIn(text)).filter((names) => names.length > 0)
  return { all: namesIn(outside), some }
}

/** Splits a selector: `.a:is(.b):hover` has `.a:hover` outside, and `.b` inside `:is`. */
function splitBrackets(selector: string) {
  const inside: { name: string; text: string }[] = []
  let outside = ''
  let start = 0
  let depth = 0
  for (const { at, sign } of plainSigns(selector)) {
    if (sign === '(') {
      if (depth === 0) {
        outside += selector.slice(start, at)
        start = at + 1
      }
      depth += 1
    } else if (sign === ')') {
      depth -= 1
      if (depth > 0) continue
      const name = outside.match(/:[\w-]+$/)?.[0] ?? ''
      outside = outside.slice(0, outside.length - name.length)
      inside.push({ name, text: selector.slice(start, at) })
      start = at + 1
    }
  }
  return { outside: outside + selector.slice(start), inside }
}

/** Splits a selector list at the commas outside brackets. */
function selectorsOf(list: string): string[] {
  const found: string[] = []
  let start = 0
  let depth = 0
  for (const { at, sign } of plainSigns(list)) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign !== ',' || depth > 0) continue
    found.push(list.slice(start, at))
    start = at + 1
  }
  return [...found, list.slice(start)]
}

/** Returns the brackets and commas with a meaning in CSS; those in class names are escaped. */
function plainSigns(selector: string) {
  return [...selector.matchAll(/\\.|[(),]/g)]
    .filter(([sign]) => sign.length === 1)
    .map(({ index, 0: sign }) => ({ at: index, sign }))
}

const CLASS = /\.((?:\\.|[\w-])+)/g

/** Returns the classes and elements in a selector: `.a` and `b` for `b.a[c]::d`. */
function namesIn(selector: string): string[] {
  const classes = [...selector.matchAll(CLASS)].map(([name]) => name.replace(/\\(.)/g, '$1'))
  const elements = selector.replace(CLASS, '').replace(/\[[^\]]*\]|::?[\w-]+/g, ' ')
  return [...classes, ...(elements.match(/[a-z][a-z\d]*/g) ?? [])]
}

const CHARACTERS: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

function namesOn(html: string): Set<string> {
  const lists = [...html.matchAll(/\sclass="([^"]*)"/g)].map(([, list = '']) =>
    list.replace(/&(amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS[entity] ?? entity),
  )
  const classes = lists.flatMap((list) => list.split(/\s+/)).map((name) => `.${name}`)
  const elements = [...html.matchAll(/<([a-z][a-z\d]*)/g)].map(([, name = '']) => name)
  return new Set(['html', 'body', ...classes, ...elements])
}
