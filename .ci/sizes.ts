import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { findFunctions } from './functions.ts'
import { isTest, listSources } from './sources.ts'

const limits = {
  fileLines: 250,
  testFileLines: 400,
  functionLines: 60,
  componentLines: 90,
  browserFlowLines: 90,
  filesInFolder: 30,
  folderLevels: 3,
}
const forbiddenName = /(^|-)(utils?|helpers?|common|types?|managers?|services?)$|^index$/

/** Returns the limit for a function. A component is a function of a .tsx file whose name begins with a capital. */
function functionLimit(path: string, name: string): number {
  if (path.endsWith('.spec.ts')) return limits.browserFlowLines
  return path.endsWith('.tsx') && /^[A-Z]/.test(name) ? limits.componentLines : limits.functionLines
}

function fileProblems(path: string): string[] {
  const source = readFileSync(path, 'utf8')
  const lines = source.split('\n').length - 1
  const limit = isTest(path) ? limits.testFileLines : limits.fileLines
  // A short file cannot have a long function, so it need not be parsed.
  const functions = lines > limits.functionLines ? findFunctions(source, path.endsWith('.tsx')) : []
  const long = functions
    .filter(({ isChapter }) => !isChapter)
    .map((found) => ({ ...found, limit: functionLimit(path, found.name) }))
    .filter((found) => found.lines > found.limit)
    .map(
      ({ line, name, ...found }) =>
        `${path}:${line} ${name || 'a function'} has ${found.lines} lines (${found.limit}): give a part of it a name and a function of its own`,
    )
  return lines > limit
    ? [`${path} has ${lines} lines (${limit}): move what belongs together into a file of its own`, ...long]
    : long
}

function nameProblems(path: string): string[] {
  const [stem = ''] = basename(path).split('.')
  return forbiddenName.test(stem) ? [`${path} says nothing: name the file after its one main thing`] : []
}

function depthProblems(path: string): string[] {
  const folders = dirname(path).split('/')
  const isDeep = /^(client|server|sync)\//.test(path) && folders.length - 1 > limits.folderLevels
  return isDeep
    ? [`${path} lies ${folders.length - 1} folders deep (${limits.folderLevels}): move it up`]
    : []
}

function folderProblems(paths: string[]): string[] {
  const sources = paths.filter((path) => !isTest(path))
  return Object.entries(Object.groupBy(sources, dirname))
    .filter(([, files = []]) => files.length > limits.filesInFolder)
    .map(
      ([folder, files = []]) =>
        `${folder}/ holds ${files.length} files (${limits.filesInFolder}): move those that belong together into a folder of their own`,
    )
}

const paths = listSources()
const problems = [
  ...paths.flatMap((path) => [...nameProblems(path), ...depthProblems(path), ...fileProblems(path)]),
  ...folderProblems(paths),
]
for (const problem of problems) console.log(problem)
console.log(`${paths.length} files measured, ${problems.length} too large or misnamed`)
process.exitCode = problems.length === 0 && paths.length > 0 ? 0 : 1
