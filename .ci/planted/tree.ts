import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../steps.ts'

export type Files = Record<string, string>
export type Verdict = { ok: boolean; output: string }

const settings = [
  '.biome.json',
  '.ci',
  '.dependency-cruiser.cjs',
  '.gitignore',
  '.knip.json',
  'client/service-worker/tsconfig.json',
  'client/tsconfig.json',
  'client/tsconfig.test.json',
  'e2e/tsconfig.json',
  'package.json',
  'server/tsconfig.json',
  'sync/tsconfig.json',
  'sync/tsconfig.test.json',
  'tsconfig.json',
  'vite.config.ts',
]

/** The tools as `npm run check` runs them; knip without its report on packages, which a small tree does not use. */
const tools = {
  types: ['tsc', '-b', '--pretty', 'false'],
  lint: ['biome', 'check', '--error-on-warnings', '--max-diagnostics=none', 'client', 'server', 'sync'],
  boundaries: ['node', '.ci/boundaries.ts'],
  sizes: ['node', '.ci/sizes.ts'],
  comments: ['node', '.ci/comments.ts'],
  deadCode: ['knip', '--no-progress', '--include', 'files,exports'],
}

export type Tool = keyof typeof tools

/** Files that break one rule, and the output of the tool that checks the rule. */
export type Plant = { tool: Tool; what: string; files: Files; says: RegExp }

/** Makes a project of a few files in a temporary folder, with this project's settings. */
export async function makeTree(files: Files): Promise<string> {
  const tree = await mkdtemp(join(tmpdir(), 'infield-planted-'))
  for (const path of settings) await cp(join(root, path), join(tree, path), { recursive: true })
  await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
  await addFiles(tree, files)
  return tree
}

export async function addFiles(tree: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(tree, path)), { recursive: true })
    await writeFile(join(tree, path), text)
  }
}

/** Adds the tree to git, so that `strewnFiles` can list new files. */
export async function watchTree(tree: string): Promise<void> {
  await git(tree, 'init', '--quiet')
  await git(tree, 'add', '--all')
}

/** Returns the files added to a watched tree since, except those that .gitignore names. */
export async function strewnFiles(tree: string): Promise<string[]> {
  const { stdout } = await git(tree, 'ls-files', '--others', '--exclude-standard')
  return stdout.split('\n').filter((path) => path !== '')
}

function git(tree: string, ...args: string[]) {
  return promisify(execFile)('git', args, { cwd: tree, env: { PATH: process.env.PATH } })
}

export async function removeTree(tree: string): Promise<void> {
  await rm(tree, { recursive: true })
}

export function runTool(tree: string, tool: Tool): Promise<Verdict> {
  const [file = '', ...args] = tools[tool]
  const PATH = [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  // Without VITEST, as on the command line, because the build's settings differ under the tests.
  const env = { ...process.env, PATH, NO_COLOR: '1', VITEST: undefined }
  return new Promise((resolve) => {
    execFile(file, args, { cwd: tree, env, maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: stdout + stderr })
    })
  })
}

export async function runTools(tree: string): Promise<Record<Tool, Verdict>> {
  const names = Object.keys(tools) as Tool[]
  const verdicts = await Promise.all(names.map(async (tool) => [tool, await runTool(tree, tool)] as const))
  return Object.fromEntries(verdicts) as Record<Tool, Verdict>
}
