import { sampledNames } from '../../.ci/sample.ts'

/**
 * Tells whether this run takes a simulation, each of which takes as long as a whole folder of tests. `npm test` takes
 * one, chosen by the seed.
 */
export const isSimulated = sampledNames(
  'simulations',
  ['machines', 'mistakes', 'bounds', 'roles', 'restore', 'epochs'],
  1,
)
