import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files that take minutes or half of one: begun last, they would run alone while the other workers rest. */
const LONG = [
  /server\/bad-input/,
  /faults\/planted/,
  /server\/every-call/,
  /faults\/faults/,
  /converge\.fuzz/,
  /db\/embedded/,
  /media\/verify/,
  /jobs\/boss/,
  /expiry-storm/,
]

/** Begins with what takes longest; where nothing is remembered of earlier runs, vitest goes by the size of files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((pattern) => pattern.test(moduleId))
      return at === -1 ? LONG.length : at
    }
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}
