import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

test.each(['pool.js', 'connection.js'])('%s is a copy of the version that is installed', (file) => {
  const { version } = JSON.parse(read('../../../node_modules/postgres/package.json')) as { version: string }
  const [, copied] = / of postgres (\d+\.\d+\.\d+)/.exec(read(file)) ?? []
  expect(copied, 'bring what the driver changed in its file into the copy, and name the version there').toBe(
    version,
  )
})
