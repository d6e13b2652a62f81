import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { cruise, type ICruiseOptions, type ICruiseResult, type IForbiddenRuleType } from 'dependency-cruiser'
import { findFolderCycles } from './folder-cycles.ts'
import { listSources } from './sources.ts'

const { forbidden, options } = createRequire(import.meta.url)(join(process.cwd(), '.dependency-cruiser.cjs'))
const folders = ['sync', 'server', 'client', 'e2e', '.ci', 'vite.config.ts'].filter((path) =>
  existsSync(path),
)

const settings: ICruiseOptions = { ...options, validate: true, ruleSet: { forbidden } }
const { modules, summary } = (await cruise(folders, settings)).output as ICruiseResult

/**
 * The modules that the cruiser read. They are counted, because without a TypeScript parser it reads nothing and
 * reports success.
 */
const read = new Set(modules.map(({ source }) => source))
const unread = listSources().filter((path) => !read.has(path))

/** The comment of each rule, which says what to do instead. */
const wayOut = new Map(forbidden.map(({ name, comment }: IForbiddenRuleType) => [name, comment]))

for (const { rule, from, to } of summary.violations) {
  console.log(`${rule.name}: ${from}${from === to ? '' : ` → ${to}`}\n  ${wayOut.get(rule.name)}`)
}
const imports = modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved, dependencyTypes }) => ({
    from: source,
    to: resolved,
    isType: dependencyTypes.includes('type-only'),
  })),
)
const circles = findFolderCycles(imports)
for (const { folders, arrows } of circles) {
  console.log(`no-folder-cycles: ${folders.join(', ')}`)
  for (const { from, to } of arrows) console.log(`  ${from} → ${to}`)
  console.log(
    '  These folders import each other: move the file that both need into a lower folder, or let app/, or whoever stands above, pass it in.',
  )
}
for (const path of unread) console.log(`not read: ${path}\n  Write it so that swc can parse it.`)
console.log(
  `${read.size} modules read, ${summary.violations.length} imports across a boundary, ${circles.length} circles of folders`,
)
const isClean = summary.violations.length + circles.length + unread.length === 0
process.exitCode = isClean && read.size > 0 ? 0 : 1
