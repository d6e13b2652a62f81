import { readFileSync } from 'node:fs'
import { listSources } from './sources.ts'

const rules = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, says: 'do it now or write it down elsewhere' },
  { pattern: /@ts-(ignore|nocheck)\b/, says: 'use @ts-expect-error with its reason' },
  { pattern: /@ts-expect-error\W*$/, says: 'a suppression needs its reason on the same line' },
  {
    pattern: /biome-ignore[^:]*(:\s*(<explanation>)?\W*)?$/,
    says: 'a suppression needs its reason on the same line',
  },
]

/** These files contain the forbidden patterns themselves. */
const exempt = /^\.ci\/(comments\.ts|planted\/)/

const paths = listSources().filter((path) => !exempt.test(path))
const problems = paths.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ says }) => `${path}:${index + 1} ${says}: ${line.trim()}`),
    ),
)
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files read, ${problems.length} bad comments`)
process.exitCode = problems.length === 0 && paths.length > 0 ? 0 : 1
