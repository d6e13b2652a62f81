/**
 * Who may import whom. `node .ci/boundaries.ts` reads it; ARCHITECTURE.md says why.
 * @import { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
 */

const nouns = ['media', 'payment', 'account', 'athlete', 'conversation', 'question', 'answer', 'rating']
const tables = '^sync/(protocol|collections|intents|calls)\\.ts$'
const slices = 'payment|account|athlete|question|answer|inquiry|rating'
const composing = 'conversation|dashboard|desk|pages|dev'
const kit = 'app|ui|text|store|media|pwa'
/** What decides which tests of many a run takes. */
const SAMPLE = '^\\.ci/sample\\.ts$'
const tests = '\\.(test|spec)\\.tsx?$'

/** The one door of every third-party package: package → the files that may import it. */
const doors = {
  '@base-ui/react': '^client/',
  '@fontsource-variable/[^/]+': '^client/app/',
  '@jsquash/[^/]+': '^server/media/pictures/',
  '@hono/node-server': '^server/(server|app)\\.ts$|^server/(http|testing)/',
  '@stripe/stripe-js': '^client/payment/',
  '@tanstack/react-router': '^client/',
  '@tus/[^/]+': '^server/media/',
  '@uppy/(core|tus)': '^client/media/upload/uploads\\.ts$',
  '@uppy/react': '^client/(media|question|answer)/',
  'altcha-lib': '^server/(http|account|testing)/|^client/(app|question)/',
  'better-auth': '^server/account/',
  dexie: '^client/store/device\\.ts$',
  hono: '^server/',
  'kysely(-postgres-js)?': '^server/account/',
  mediabunny: '^(server|client)/media/',
  nodemailer: '^server/notify/',
  'pg-boss': '^server/jobs/boss\\.ts$',
  pino: '^server/(context|log)\\.ts$',
  postgres: '^server/db/sql\\.ts$',
  react: '^client/',
  'react-dom': '^client/(main|render)\\.tsx$|^client/(app|ui)/',
  rxdb: '^client/store/((documents|replication)\\.ts$|storage/)',
  rxjs: '^client/store/',
  stripe: '^server/payment/(stripe\\.ts$|(stripe|stand-in)/)',
  uqr: '^client/dashboard/start/qr-code\\.ts$',
  vite: '^server/dev/(front|service-worker)\\.ts$',
  'web-push': '^server/notify/',
  'workbox-(core|precaching|routing)': '^client/pwa/service-worker',
  'workbox-window': '^client/pwa/',
  zod: '^sync/shape\\.ts$',
}

const packagePath = (name) => `(^|/)node_modules/(@types/)?${name}/|^${name}(/|$)`

/** @type {IForbiddenRuleType[]} */
const doorRules = Object.entries(doors).map(([name, door]) => ({
  name: `one-door-${name.replace(/[^a-z-]+/g, '')}`,
  severity: 'error',
  from: { path: '^(client|server|sync)/', pathNot: [door, tests, '^server/testing/'] },
  to: { path: packagePath(name) },
}))

/** @type {IForbiddenRuleType[]} */
const nounRules = nouns.flatMap((noun, index) => {
  const higher = [...nouns.slice(index + 1), 'inquiry'].join('|')
  return ['sync', 'server'].map((side) => ({
    name: `${side}-${noun}-lower-than`,
    comment: 'A lower noun never imports a higher one.',
    severity: 'error',
    from: { path: `^${side}/${noun}/`, pathNot: tests },
    to: { path: `^${side}/(${higher})/` },
  }))
})

/** @type {IForbiddenRuleType[]} */
const sides = [
  {
    name: 'client-never-server',
    severity: 'error',
    from: { path: '^client/' },
    to: { path: '^(server|e2e|\\.ci)/' },
  },
  {
    name: 'server-never-client',
    severity: 'error',
    from: { path: '^server/' },
    to: { path: '^(client|e2e|\\.ci)/', pathNot: SAMPLE },
  },
  {
    name: 'sync-imports-nothing',
    comment: 'The contract knows no package, no DOM and no Node; zod/mini enters through shape.ts.',
    severity: 'error',
    from: { path: '^sync/', pathNot: [tests, '^sync/shape\\.ts$'] },
    to: { pathNot: '^sync/' },
  },
  {
    name: 'shape-imports-zod-mini',
    severity: 'error',
    from: { path: '^sync/shape\\.ts$' },
    to: { pathNot: '^sync/|(^|/)node_modules/zod/(v4/)?mini/' },
  },
  {
    name: 'sync-tests-stay-home',
    severity: 'error',
    from: { path: '^sync/' },
    to: { path: '^(client|server|e2e|\\.ci)/' },
  },
  {
    name: 'client-never-node',
    severity: 'error',
    from: { path: '^client/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'e2e-imports-sync-only',
    severity: 'error',
    from: { path: '^e2e/', pathNot: '^e2e/(playwright\\.config|media/make-demo-videos)\\.ts$' },
    to: { path: '^(client|server|\\.ci)/', pathNot: SAMPLE },
  },
  {
    name: 'e2e-config-finds-browser',
    severity: 'error',
    from: { path: '^e2e/playwright\\.config\\.ts$' },
    to: { path: '^(client|server|\\.ci)/', pathNot: ['^\\.ci/browser\\.ts$', SAMPLE] },
  },
  {
    name: 'tools-never-product',
    severity: 'error',
    from: { path: '^(\\.ci/|vite\\.config\\.ts$)' },
    to: { path: '^(client|server|sync|e2e)/' },
  },
]

/** @type {IForbiddenRuleType[]} */
const syncOrder = [
  {
    name: 'sync-kit-lowest',
    severity: 'error',
    from: { path: '^sync/[^/]+\\.ts$', pathNot: [tables, tests] },
    to: { path: ['^sync/[^/]+/', tables] },
  },
  {
    name: 'sync-nouns-below-tables',
    severity: 'error',
    from: { path: '^sync/[^/]+/', pathNot: tests },
    to: { path: tables },
  },
]

/** @type {IForbiddenRuleType[]} */
const clientOrder = [
  {
    name: 'client-slices-apart',
    severity: 'error',
    from: { path: `^client/(${slices})/` },
    to: { path: `^client/(${slices}|${composing})/`, pathNot: '^client/$1/' },
  },
  {
    name: 'client-kit-below-slices',
    severity: 'error',
    from: { path: `^client/(${kit})/`, pathNot: '^client/app/' },
    to: { path: `^client/(${slices}|${composing})/` },
  },
  {
    name: 'client-routes-lazy',
    comment: 'A screen named statically by the route table or the shell lands in the first load.',
    severity: 'error',
    from: { path: '^client/(routes\\.tsx$|app/)', pathNot: tests },
    to: {
      path: `^client/(${slices}|${composing})/`,
      dependencyTypesNot: ['dynamic-import', 'type-only'],
    },
  },
]

/** @type {IForbiddenRuleType[]} */
const serverOrder = [
  {
    name: 'server-store-private',
    severity: 'error',
    from: { path: '^server/([^/]+)/' },
    to: { path: '^server/[^/]+/store\\.ts$', pathNot: '^server/$1/' },
  },
  {
    name: 'server-store-private-from-root',
    severity: 'error',
    from: { path: '^server/[^/]+\\.ts$' },
    to: { path: '^server/[^/]+/store\\.ts$' },
  },
  {
    name: 'server-verbs-below-tables',
    comment: 'handlers.ts and queues.ts know the verbs; a verb knows neither.',
    severity: 'error',
    from: { path: `^server/(${nouns.join('|')}|inquiry|notify|db)/`, pathNot: tests },
    to: { path: '^server/(sync/handlers|jobs/queues|app|main)\\.ts$' },
  },
  {
    name: 'server-testing-for-tests',
    severity: 'error',
    // the test controls are mounted by the app itself, and only under NODE_ENV=test
    from: { path: '^server/', pathNot: [tests, '^server/testing/', '^server/app\\.ts$'] },
    to: { path: '^server/testing/' },
  },
]

/** @type {IForbiddenRuleType[]} */
const everywhere = [
  {
    name: 'no-package-without-door',
    comment: 'A new package gets its line in the table of doors above.',
    severity: 'error',
    from: { path: '^(client|server|sync)/', pathNot: [tests, '^server/testing/'] },
    to: { path: '(^|/)node_modules/', pathNot: Object.keys(doors).map(packagePath) },
  },
  {
    name: 'no-cycles',
    comment: 'At run time; a type may point back.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-orphans',
    severity: 'error',
    from: { orphan: true, pathNot: [tests, '\\.config\\.ts$', '\\.cjs$', '\\.d\\.ts$', '^\\.ci/'] },
    to: {},
  },
  {
    name: 'no-unresolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-import-of-tests',
    severity: 'error',
    from: {},
    to: { path: tests },
  },
]

/** @type {IConfiguration} */
module.exports = {
  forbidden: [
    ...sides,
    ...syncOrder,
    ...nounRules,
    ...clientOrder,
    ...serverOrder,
    ...doorRules,
    ...everywhere,
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$|^virtual:' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts', '.json'],
    },
  },
}
