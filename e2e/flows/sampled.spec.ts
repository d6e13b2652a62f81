import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'
import { sampledTags } from '../run/sampled.ts'

test('every tag by which a test may be left out stands at one test, and no other of their kinds does', async () => {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.spec.ts'))
  const sources = await Promise.all(names.map((name) => readFile(join(import.meta.dirname, name), 'utf8')))
  const kinds = new Set(sampledTags.map((tag) => tag.split('-')[0]))
  const found = sources
    .flatMap((source) => [...source.matchAll(/['"`](@[a-z]+-[a-z-]*)(\$\{role\})?['"`]/g)])
    .filter(([, tag = '']) => kinds.has(tag.split('-')[0]))
  // This tag stands for one test of each role.
  const tags = found.flatMap(([, tag = '', ofRole]) =>
    ofRole ? ['athlete', 'fan', 'admin'].map((role) => tag + role) : [tag],
  )
  expect(tags.sort()).toEqual([...sampledTags].sort())
})
