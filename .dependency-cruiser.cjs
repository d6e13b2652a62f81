/**
 * The rules for which files may import which. `node .ci/boundaries.ts` reads them; ARCHITECTURE.md says why.
 * @import { IConfiguration, IForbiddenRuleType } from 'dependency-cruiser'
 */

const nouns = ['media', 'payment', 'account', 'athlete', 'conversation', 'question', 'answer', 'rating']
const tables = '^sync/(protocol|collections|intents|calls)\\.ts$'
/** In the client a conversation is a screen that shows questions and answers, so it may import them. */
const composing = 'conversation|dashboard|desk|pages|dev'
const slices = [...nouns.filter((noun) => !['media', 'conversation'].includes(noun)), 'inquiry'].join('|')
const kit = 'app|ui|text|api|db|pwa|store|media|service-worker'
/** Tests that hold client and server to the same rules for files, and so import both. */
const BOTH_SIDES = '^e2e/media/(corpus/|player\\.process)'
/** The tool that decides which sample of many tests a run takes. */
const SAMPLE = '^\\.ci/sample\\.ts$'
/** The tool that finds the pooler, the object store and the brokers that the server's tests start. */
const POOLER = '^\\.ci/engines\\.ts$'
/** The tools that browser tests may import: browsers, CPU cost, engines, the sample, and the scratch folder. */
const RUN_TOOLS = '^\\.ci/(browser|cpu|drawing|engines|sample|scratch)\\.ts$'
/** The tool that changes a module as it is loaded. */
const PATCH = '^\\.ci/patches/patch\\.ts$'
const tests = '\\.(test|spec)\\.tsx?$'

/** The only files that may import each third-party package: package → pattern of their paths. */
const entries = {
  '@aws-sdk/[^/]+': '^server/media/s3/',
  '@fontsource-variable/[^/]+': '^client/app/',
  '@jsquash/[^/]+': '^server/media/pictures/',
  '@resvg/resvg-js': '^server/site/share-picture/',
  '@hono/node-server': '^server/(app|http|testing)/',
  '@nats-io/transport-node': '^server/sync/bus/nats\\.ts$',
  '@opentelemetry/[^/]+': '^server/watch/traces\\.ts$',
  '@redis/client': '^server/sync/bus/redis\\.ts$',
  '@simplewebauthn/server': '^server/account/passkeys/',
  '@tanstack/react-query': '^client/(desk|testing)/',
  '@tanstack/react-router': '^client/',
  '@tus/[^/]+': '^server/media/',
  '@uppy/(core|tus)': '^client/store/upload/uploads\\.ts$',
  '@uppy/react': '^client/media/pick/video-picker\\.tsx$',
  '@noble/hashes': '^client/db/digest\\.ts$',
  'altcha-lib': '^server/(http|account|testing)/|^client/(api|question)/',
  'bidi-js': '^server/payment/books/pdf/runs\\.ts$',
  'better-auth': '^server/account/',
  'fake-indexeddb': '^client/db/storage/in-memory\\.ts$',
  'client-zip': '^server/erasure/export\\.ts$',
  dexie: '^client/db/(device|device-upgrades|watch-device|storage/in-memory)\\.ts$',
  hono: '^server/',
  'kysely(-postgres-js)?': '^server/account/',
  mediabunny: '^(server|client)/media/',
  'node-av': '^server/media/rendition/tool/|^server/testing/floors/',
  nodemailer: '^server/notify/',
  pdfkit: '^server/payment/books/pdf/sheet\\.ts$',
  'pg-boss': '^server/jobs/boss\\.ts$',
  pino: '^server/(context|log)\\.ts$',
  postgres: '^server/db/(sql\\.ts$|driver/)',
  'prom-client': '^server/watch/(metrics|gauges)\\.ts$',
  react: '^client/',
  'react-dom': '^client/(main|render)\\.tsx$|^client/(app|ui)/',
  rxdb: '^client/db/((replica|replication|lasting-replication)\\.ts$|storage/)',
  rxjs: '^client/db/',
  stripe: '^server/payment/(stripe\\.ts$|(stripe|stand-in)/)',
  'subset-font': '^server/payment/books/pdf/noto\\.ts$',
  uqr: '^client/ui/qr/qr-code\\.ts$',
  vite: '^server/dev/(front|service-worker)\\.ts$',
  'web-push': '^server/notify/',
  'workbox-(core|precaching|routing)': '^client/service-worker/',
  'workbox-window': '^client/pwa/',
  zod: '^sync/shape\\.ts$',
}

const packagePath = (name) => `(^|/)node_modules/(@types/)?${name}/|^${name}(/|$)`

/** @type {IForbiddenRuleType[]} */
const entryRules = Object.entries(entries).map(([name, entry]) => ({
  name: `one-entry-${name.replace(/[^a-z-]+/g, '')}`,
  comment: `This package is imported by ${entry} alone: call what that file exports, or widen the entry in .dependency-cruiser.cjs.`,
  severity: 'error',
  from: { path: '^(client|server|sync)/', pathNot: [entry, tests, '^(client|server)/testing/'] },
  to: { path: packagePath(name) },
}))

/** @type {IForbiddenRuleType[]} */
const nounRules = ['sync', 'server', 'client'].flatMap((side) => {
  const isAbove = (/** @type {string} */ noun) => side === 'client' && composing.split('|').includes(noun)
  const order = [...nouns, 'inquiry'].filter((noun) => !isAbove(noun))
  const above = side === 'client' ? composing.split('|') : []
  return order.map((noun, index) => ({
    name: `${side}-${noun}-lower-than`,
    comment: `The nouns stand in the order ${order.join(', ')}, and a lower one never imports a higher one: move the code up, or let the higher one pass it in.`,
    severity: 'error',
    from: { path: `^${side}/${noun}/`, pathNot: tests },
    to: { path: `^${side}/(${[...order.slice(index + 1), ...above].join('|')})/` },
  }))
})

/** @type {IForbiddenRuleType[]} */
const sides = [
  {
    name: 'client-never-server',
    comment:
      'The client may not import the server: put what both need into sync/, and ask the rest by a call.',
    severity: 'error',
    from: { path: '^client/' },
    to: { path: '^(server|e2e|\\.ci)/' },
  },
  {
    name: 'server-never-client',
    comment: 'The server may not import the client: put what both need into sync/.',
    severity: 'error',
    from: { path: '^server/' },
    to: { path: '^(client|e2e|\\.ci)/', pathNot: [SAMPLE, PATCH, POOLER] },
  },
  {
    name: 'sync-imports-nothing',
    comment:
      'The contract knows no package, no DOM and no Node: write it without, or keep it in client/ or server/. zod/mini comes in through sync/shape.ts.',
    severity: 'error',
    from: { path: '^sync/', pathNot: [tests, '^sync/shape\\.ts$'] },
    to: { pathNot: '^sync/' },
  },
  {
    name: 'shape-imports-zod-mini',
    comment: 'sync/shape.ts is the entry of zod/mini alone: import nothing else here.',
    severity: 'error',
    from: { path: '^sync/shape\\.ts$' },
    to: { pathNot: '^sync/|(^|/)node_modules/zod/(v4/)?mini/' },
  },
  {
    name: 'sync-tests-stay-home',
    comment:
      'A test of sync/ imports sync/ alone: a test that needs more lies beside what it needs, in client/ or server/.',
    severity: 'error',
    from: { path: '^sync/' },
    to: { path: '^(client|server|e2e|\\.ci)/' },
  },
  {
    name: 'client-testing-for-tests',
    comment: 'What stands in for the server in the tests of components is no part of the app.',
    severity: 'error',
    from: { path: '^client/', pathNot: [tests, '^client/testing/'] },
    to: { path: '^client/testing/' },
  },
  {
    name: 'client-never-node',
    comment: 'A browser has no Node: use what the web has, or move it into server/.',
    severity: 'error',
    from: { path: '^client/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'e2e-imports-sync-only',
    comment:
      'A browser test sees the product from outside: go through a page or a call, and import sync/ alone.',
    severity: 'error',
    from: { path: '^e2e/', pathNot: ['^e2e/media/make-demo-videos\\.ts$', BOTH_SIDES] },
    to: { path: '^(client|server|\\.ci)/', pathNot: RUN_TOOLS },
  },
  {
    name: 'tools-never-product',
    comment:
      'The tools read the product as files: move the code that both need into .ci/, or run the product as a process.',
    severity: 'error',
    from: { path: '^(\\.ci/|vite\\.config\\.ts$)' },
    to: { path: '^(client|server|sync|e2e)/' },
  },
]

/** @type {IForbiddenRuleType[]} */
const syncOrder = [
  {
    name: 'sync-kit-lowest',
    comment:
      'What lies at the top of sync/ is the base of every noun: move this file into the folder of the noun it needs.',
    severity: 'error',
    from: { path: '^sync/[^/]+\\.ts$', pathNot: [tables, tests] },
    to: { path: ['^sync/[^/]+/', tables] },
  },
  {
    name: 'sync-nouns-below-tables',
    comment:
      'sync/intents.ts, calls.ts, collections.ts and protocol.ts list the nouns: define it in the folder of its noun and let the table import it.',
    severity: 'error',
    from: { path: '^sync/[^/]+/', pathNot: tests },
    to: { path: tables },
  },
]

/** @type {IForbiddenRuleType[]} */
const clientOrder = [
  {
    name: 'client-kit-below-slices',
    comment: 'The kit knows no slice: pass it in as a prop or an argument, or move this file into the slice.',
    severity: 'error',
    from: { path: `^client/(${kit})/`, pathNot: '^client/app/' },
    to: { path: `^client/(${slices}|${composing})/` },
  },
  {
    name: 'client-app-highest',
    comment:
      'client/app/ puts the client together, and nothing below knows it: move what you need into ui/, api/ or store/.',
    severity: 'error',
    from: { path: '^client/', pathNot: [tests, '^client/(main|render)\\.tsx$', '^client/(app|testing)/'] },
    to: { path: '^client/app/' },
  },
  {
    name: 'client-routes-lazy',
    comment:
      "A screen that is named statically lands in the first load: write lazy(() => import('./…'), 'Name').",
    severity: 'error',
    from: { path: '^client/app/', pathNot: [tests, '^client/app/router/member-guards\\.tsx$'] },
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
    comment: "A store.ts is its folder's own: call a verb of that folder, or export one there.",
    severity: 'error',
    from: { path: '^server/([^/]+)/' },
    to: { path: '^server/[^/]+/store\\.ts$', pathNot: '^server/$1/' },
  },
  {
    name: 'server-store-private-from-root',
    comment: "A store.ts is its folder's own: call a verb of that folder, or export one there.",
    severity: 'error',
    from: { path: '^server/[^/]+\\.ts$' },
    to: { path: '^server/[^/]+/store\\.ts$' },
  },
  {
    name: 'server-verbs-below-tables',
    comment:
      'server/app/ knows the verbs, and a verb knows nothing of it: write a job with enqueue() of jobs/queue-names.ts and let the table of job handlers call the verb, or take what you need as an argument.',
    severity: 'error',
    from: {
      path: '^server/',
      pathNot: [tests, '^server/main\\.ts$', '^server/(app|backup|demo|dev|recovery|testing)/'],
    },
    to: { path: '^server/(app/|main\\.ts$)' },
  },
  {
    name: 'server-testing-for-tests',
    comment: 'server/testing/ is for tests: move what the server needs out of it.',
    severity: 'error',
    from: { path: '^server/', pathNot: [tests, '^server/testing/', '^server/dev/routes\\.ts$'] },
    to: { path: '^server/testing/' },
  },
  {
    name: 'server-production-without-stand-ins',
    comment:
      'Production loads no stand-in, no demo data and nothing of development: load it by import() where it is used.',
    severity: 'error',
    from: {
      path: '^server/',
      pathNot: [tests, '^server/(testing|demo|dev)/', '^server/payment/(stand-in|dev)/'],
    },
    to: {
      path: '^server/(testing/|demo/|dev/routes\\.ts$|payment/(stand-in|dev)/)',
      dependencyTypesNot: ['type-only', 'dynamic-import'],
    },
  },
]

/** @type {IForbiddenRuleType[]} */
const everywhere = [
  {
    name: 'no-package-without-entry',
    comment:
      'Add the package to the table of entries in .dependency-cruiser.cjs with the files that may import it.',
    severity: 'error',
    from: { path: '^(client|server|sync)/', pathNot: [tests, '^(client|server)/testing/'] },
    to: { path: '(^|/)node_modules/', pathNot: Object.keys(entries).map(packagePath) },
  },
  {
    name: 'no-cycles',
    comment:
      'Two files import each other at run time: move what both need into a third one. A type may point back by import type.',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-orphans',
    comment: 'Nothing imports this file and it imports nothing: use it or delete it.',
    severity: 'error',
    // The player's script has no importers, because the server reads it as a file and sends it as text.
    from: {
      orphan: true,
      pathNot: [
        tests,
        '\\.config\\.ts$',
        '\\.cjs$',
        '\\.d\\.ts$',
        '^\\.ci/',
        '^server/media/player/page\\.js$',
      ],
    },
    to: {},
  },
  {
    name: 'no-unresolvable',
    comment:
      'There is no such file or package: check the path and its ending (.ts or .tsx), or install the package.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'no-import-of-tests',
    comment:
      'A test is imported by nothing: move what others need into a file of its own, on the server under server/testing/.',
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
    ...entryRules,
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
