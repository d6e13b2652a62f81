import { sampledNames } from '../../.ci/sample.ts'

/** Whether this run comes to a simulation that costs as much as a folder of tests; `npm test` comes to one, by the seed. */
export const isSimulated = sampledNames(
  'simulations',
  ['machines', 'mistakes', 'bounds', 'roles', 'restore', 'epochs'],
  1,
)
