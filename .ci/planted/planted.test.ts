import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../sample.ts'
import { boundaryPlants } from './boundary-plants.ts'
import { cleanFiles } from './clean-files.ts'
import { lintPlants } from './lint-plants.ts'
import { otherPlants } from './other-plants.ts'
import {
  addFiles,
  makeTree,
  removeTree,
  runTool,
  runTools,
  strewnFiles,
  type Tool,
  type Verdict,
  watchTree,
} from './tree.ts'

const plants = [...boundaryPlants, ...lintPlants, ...otherPlants]

// Only in a full run, because every tool runs twice and the checks seldom change.
describe.runIf(everything)('the checks', () => {
  let tree = ''
  let clean: Record<Tool, Verdict>
  let planted: Record<Tool, Verdict>
  let strewn: string[]

  beforeAll(async () => {
    tree = await makeTree(cleanFiles)
    clean = await runTools(tree)
    for (const { files } of plants) await addFiles(tree, files)
    await watchTree(tree)
    planted = await runTools(tree)
    strewn = await strewnFiles(tree)
  })
  afterAll(() => removeTree(tree))

  it.each(['types', 'lint', 'boundaries', 'sizes', 'comments', 'deadCode'] as const)(
    '%s accepts a clean project and refuses the planted one',
    (tool) => {
      expect(clean[tool].output).toSatisfy(() => clean[tool].ok)
      expect(planted[tool].ok).toBe(false)
    },
  )

  it.each(plants)('$tool refuses $what', ({ tool, says }) => {
    expect(planted[tool].output).toMatch(says)
  })

  it('a forbidden import leaves no file in the tree', () => {
    expect(strewn).toEqual([])
  })

  it('boundaries reads every module, and fails when its parser reads none', async () => {
    expect(clean.boundaries.output).toMatch(/^[1-9]\d+ modules read, 0 imports/m)
    const rules = await readFile(join(tree, '.dependency-cruiser.cjs'), 'utf8')
    await addFiles(tree, { '.dependency-cruiser.cjs': rules.replace("parser: 'swc'", "parser: 'tsc'") })
    const blind = await runTool(tree, 'boundaries')
    expect(blind.ok).toBe(false)
  })
})
