import { BAD_KINDS, BAD_NUMBERS, BAD_TEXTS, mark } from '../corpus.ts'

/** Yields every body that differs from a good one in exactly one place. */
export function* mutationsOf(good: unknown): Generator<unknown> {
  for (const path of leavesOf(good)) {
    const value = at(good, path)
    for (const bad of BAD_TEXTS) yield withValue(good, path, bad)
    for (const bad of BAD_KINDS) yield withValue(good, path, bad)
    if (typeof value === 'number') for (const bad of BAD_NUMBERS) yield withValue(good, path, bad)
    yield withValue(good, path, undefined)
  }
  for (const path of objectsOf(good)) {
    for (const [key, more] of EXTRA_KEYS) yield withValue(good, [...path, key], more)
  }
}

const EXTRA_KEYS: readonly [string, unknown][] = [
  ['role', 'admin'],
  ['personId', '00000000-0000-4000-8000-000000000000'],
  ['status', 'completed'],
  ['amountCents', 1],
  ['', mark],
  [mark, mark],
  ['x'.repeat(1_000), 1],
  ['a\u0000', 1],
]

type Path = (string | number)[]

function leavesOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function objectsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.entries(value).flatMap(([key, each]) =>
    objectsOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return Array.isArray(value) ? inner : [path, ...inner]
}

const at = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((each, key) => (each as Record<string | number, unknown>)[key], value)

function withValue(good: unknown, path: Path, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = (Array.isArray(good) ? [...good] : { ...(good as object) }) as Record<string | number, unknown>
  if (rest.length === 0 && value === undefined) delete copy[key]
  else copy[key] = withValue(copy[key], rest, value)
  return copy
}
