import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const SOURCES = ['sync', 'server', 'client', 'e2e', '.ci', 'public'].flatMap(list)
const CODE = SOURCES.filter((file) => /\.(tsx?|sql|css)$/.test(file) && file !== 'server/documents.test.ts')
const PAGES = ['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'sync/README.md', ...list('docs')].map(
  (file) => ({
    file,
    text: readFileSync(path.join(ROOT, file), 'utf8'),
  }),
)
const RECORDS = PAGES.filter(({ file }) => /^docs\/decisions\/\d/.test(file))
const pageOf = (file: string) => PAGES.find((page) => page.file === file)?.text ?? expect.fail(`no ${file}`)

/** The record that makes each decision. */
const DECIDED = new Map<string, string>()
for (const { file, text } of RECORDS) {
  for (const [id] of (/Decides: (.*)/.exec(text)?.[1] ?? '').matchAll(/D\d+/g)) {
    if (DECIDED.has(id)) throw new Error(`${id} is decided in ${DECIDED.get(id)} and in ${file}`)
    DECIDED.set(id, file)
  }
}

/** Returns the files of a folder and below it, as paths from the root. */
function list(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/node_modules|test-results/.test(entry.parentPath))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
}

test('every link of a document leads to a file or a heading that is there', () => {
  const links = PAGES.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = '']) => ({ file, to })),
  ).filter(({ to }) => !/^[a-z]+:/.test(to))
  expect(links.length).toBeGreaterThan(300)
  expect(links.filter(({ file, to }) => !isReached(file, to))).toEqual([])
})

function isReached(file: string, to: string): boolean {
  const [target = '', heading] = to.split('#')
  const place = target === '' ? file : path.join(path.dirname(file), target)
  if (!existsSync(path.join(ROOT, place))) return false
  return heading === undefined || anchorsOf(pageOf(place)).includes(heading)
}

/** Returns the anchors of headings as GitHub makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )

test('every file and folder that a document names is there', () => {
  const names = PAGES.flatMap(({ file, text }) =>
    [...text.matchAll(/`([.\w@/{},-]+(?:\.(?:tsx?|cjs|md|sql|css|json|svg|html)|\/))`/g)].flatMap(
      ([, name = '']) => expanded(name).map((each) => ({ file, name: each })),
    ),
  ).filter(({ name }) => !/NNNN|^\/|^\.\/?$/.test(name))
  expect(names.length).toBeGreaterThan(400)
  expect(names.filter(({ name }) => !isThere(name))).toEqual([])
})

/** Expands `a/{b,c}.ts` into two names. */
function expanded(name: string): string[] {
  const [, before, choice, after] = /^(.*?)\{(.*?)\}(.*)$/.exec(name) ?? []
  return choice === undefined
    ? [name]
    : choice.split(',').flatMap((each) => expanded(`${before}${each}${after}`))
}

/** Checks that a named file exists, from the root or from `server/`; a name without a folder may be anywhere. */
function isThere(name: string): boolean {
  if (existsSync(path.join(ROOT, name)) || existsSync(path.join(ROOT, 'server', name))) return true
  if (RUNTIME.includes(name)) return true
  if (name.includes('/')) return false
  return [...SOURCES, ...PAGES.map(({ file }) => file)].some((file) => file.endsWith(`/${name}`))
}

/** Files made by a build or a run, which are not in the repository. */
const RUNTIME = ['dist/', '.data/', 'dist/sbom.json', 'vapid.json', 'infield-store.json', 'shell.html']

test('every test that a document quotes is there', () => {
  const quoted = PAGES.flatMap(({ text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:[^`“\n|]*“[^”]+”)+)/g)].flatMap(
      ([, file = '', names = '']) =>
        [...names.matchAll(/“([^”]+)”/g)].map(([, name = '']) => ({ file, name })),
    ),
  )
  expect(quoted.length).toBeGreaterThan(200)
  const places = (file: string) =>
    [file, `server/${file}`].filter((each) => existsSync(path.join(ROOT, each)))
  const holds = ({ file, name }: { file: string; name: string }) =>
    places(file).some((each) => readFileSync(path.join(ROOT, each), 'utf8').includes(name))
  expect(quoted.filter((each) => !holds(each))).toEqual([])
})

test('every record has its number, its date and its line, and every decision its one record', () => {
  const index = pageOf('docs/decisions/README.md')
  const numbers = RECORDS.map(({ file }) => Number(path.basename(file).slice(0, 4))).sort((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, at) => at + 1))
  for (const { file, text } of RECORDS) {
    expect(text, file).toMatch(/^# \d{4} .+\n\nDate: \d{4}-\d\d-\d\d( · Decides: D[\d, D]+)?\n\n## Context\n/)
    expect(text, file).toMatch(/\n## Decision\n.+\n## Consequence\n/s)
    expect(index, file).toContain(`](${path.basename(file)})`)
  }
  const decided = [...DECIDED.keys()]
  expect(decided.length).toBeGreaterThan(100)
  for (const [id, file] of DECIDED) expect(index).toContain(`[${id}](${path.basename(file)})`)
})

test('no comment and no test refers to a page that is not in the repository', () => {
  const foreign = CODE.filter((file) =>
    /§\s?\d|\(design\b|\bdesign \d|\bfacts §/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  )
  expect(foreign).toEqual([])
  const named = CODE.flatMap((file) =>
    [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/(?<![\w/])docs\/[\w/-]+\.md\b/g)].map(
      ([name]) => name,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((name) => !isThere(name))).toEqual([])
})

test('every id in code and documents is defined in a document', () => {
  const defined = new Set([...DECIDED.keys(), ...requirements(), ...boldIds('docs/promises.md'), ...faults()])
  expect(defined.size).toBeGreaterThan(700)
  const unknown = [
    ...CODE.map((file) => ({ file, text: readFileSync(path.join(ROOT, file), 'utf8') })),
    ...PAGES,
  ]
    .flatMap(({ file, text }) => idsIn(file, text).map((id) => ({ file, id })))
    .filter(({ id }) => !defined.has(id))
  expect(unknown).toEqual([])
})

const requirements = () =>
  PAGES.filter(({ file }) => file.startsWith('docs/spec/')).flatMap(({ text }) =>
    [...text.matchAll(/^- \*\*((?:S[12]-\d+\.|BR-)\d+)\*\* /gm)].map(([, id = '']) => id),
  )

test('every promise has an id of its own', () => {
  const ids = boldIds('docs/promises.md')
  expect(ids.length).toBeGreaterThan(40)
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})

const boldIds = (file: string) =>
  [...pageOf(file).matchAll(/^\| \*\*([A-Z]\d+(?:, [A-Z]\d+)*)\*\* /gm)].flatMap(([, ids = '']) =>
    ids.split(', '),
  )

/** Returns the faults: the first cell of a row begins with one id, a list or a range of them. */
const faults = () =>
  [...pageOf('docs/faults.md').matchAll(/^\| ([A-Z])(\d+)(?:(–|, )[A-Z](\d+))? /gm)].flatMap(
    ([, letter = '', from = '', , to = from]) =>
      Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${letter}${Number(from) + n}`),
  )

const COMMENT = /^\s*(\/\/|\/?\*)/
const IN_TESTS = /\.(test|spec)\.tsx?$|^server\/testing\/|^e2e\//
/** Matches a line on which a test's name begins with an id, or an invariant checker names its promise. */
const NAME = /['"`][A-Z]\d{1,2} (?![-\d])|invariant:/

/**
 * Returns the ids in a text: requirements and decisions anywhere; promises and faults only in the names of tests
 * and in comments.
 */
function idsIn(file: string, text: string): string[] {
  const spoken = /\.tsx?$/.test(file)
    ? text
        .split('\n')
        .filter((line) => COMMENT.test(line) || (IN_TESTS.test(file) && NAME.test(line)))
        .join('\n')
    : ''
  return [
    ...[...text.matchAll(/(?<![\w-])(?:S[12]-\d+\.\d+|BR-\d+)(?!\d)/g)].map(([id]) => id),
    ...[...text.matchAll(/(?<![\w$#%/+='.-])D\d{1,3}(?![\w.])/g)].map(([id]) => id),
    ...[...spoken.matchAll(/(?<![\w$#%/+=.@:-])[A-Z]\d{1,2}(?![\w.:-])/g)].map(([id]) => id),
  ]
}
