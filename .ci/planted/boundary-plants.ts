import type { Plant } from './tree.ts'

type File = [path: string, text: string]

const plant = (what: string, rule: string, [path, text]: File): Plant => ({
  tool: 'boundaries',
  what,
  files: { [path]: text },
  // The rule's advice is on the next line.
  says: new RegExp(`^${rule}: ${path}.*\\n  \\S.+\\.$`, 'm'),
})

const use = (name: string, from: string) =>
  `import { ${name} } from '${from}'\n\nexport const taken = ${name}\n`

const sides: Plant[] = [
  plant('client imports server', 'client-never-server', [
    'client/question/peek.ts',
    use('insertQuestion', '../../server/question/store.ts'),
  ]),
  plant('client imports a type of server', 'client-never-server', [
    'client/question/peek-type.ts',
    `export type { askQuestion } from '../../server/question/ask-question.ts'\n`,
  ]),
  plant('server imports client lazily', 'server-never-client', [
    'server/question/paint.ts',
    `export const paint = () => import('../../client/app/routes.tsx')\n`,
  ]),
  plant('sync imports Node', 'sync-imports-nothing', ['sync/media/read.ts', use('readFile', 'node:fs')]),
  plant('sync imports a package', 'sync-imports-nothing', ['sync/media/hono.ts', use('Hono', 'hono')]),
  plant('a browser test imports server', 'e2e-imports-sync-only', [
    'e2e/peek.ts',
    use('insertQuestion', '../server/question/store.ts'),
  ]),
]

const order: Plant[] = [
  plant('a lower noun of sync imports a higher one', 'sync-media-lower-than', [
    'sync/media/climb.ts',
    use('question', '../question/question.ts'),
  ]),
  plant('a noun of sync imports a table', 'sync-nouns-below-tables', [
    'sync/question/table.ts',
    use('intents', '../intents.ts'),
  ]),
  plant('the kit of sync imports a noun', 'sync-kit-lowest', [
    'sync/limits.ts',
    use('question', './question/question.ts'),
  ]),
  plant('a lower noun of server imports a higher one', 'server-payment-lower-than', [
    'server/payment/climb.ts',
    use('askQuestion', '../question/ask-question.ts'),
  ]),
  plant("a noun imports another noun's store", 'server-store-private', [
    'server/answer/steal.ts',
    use('insertQuestion', '../question/store.ts'),
  ]),
  plant('a lower slice imports a higher one', 'client-payment-lower-than', [
    'client/payment/climb.tsx',
    use('AskScreen', '../question/ask-screen.tsx'),
  ]),
  plant('the kit imports a slice', 'client-kit-below-slices', [
    'client/ui/knows.tsx',
    use('AskScreen', '../question/ask-screen.tsx'),
  ]),
  plant('the shell imports a screen statically', 'client-routes-lazy', [
    'client/app/eager.tsx',
    use('AskScreen', '../question/ask-screen.tsx'),
  ]),
]

const everywhere: Plant[] = [
  {
    tool: 'boundaries',
    what: 'two folders import each other, by way of a type',
    files: {
      'server/http/lower.ts': `import type { Mail } from '../notify/higher.ts'\n\nexport const lower = (mail: Mail) => mail\n`,
      'server/notify/higher.ts': use('limit', '../http/limit.ts').concat('export type Mail = typeof taken\n'),
      'server/http/limit.ts': 'export const limit = 3\n',
    },
    says: /^no-folder-cycles: server\/http, server\/notify\n( {2}server\S+ → server\S+\n){2} {2}\S.+\.$/m,
  },
  plant('rxdb comes in by another way', 'one-entry-rxdb', [
    'client/question/replica.ts',
    use('createRxDatabase', 'rxdb'),
  ]),
  plant('a package has no entry', 'no-package-without-entry', [
    'server/question/lucky.ts',
    use('sample', 'fast-check'),
  ]),
  plant('a file imports what is not there', 'no-unresolvable', [
    'server/question/missing.ts',
    use('nothing', './nowhere.ts'),
  ]),
  plant('a file stands alone', 'no-orphans', ['server/question/alone.ts', 'export const alone = 1\n']),
  {
    tool: 'boundaries',
    what: 'two files import each other',
    files: {
      'server/question/ring-a.ts': use('taken', './ring-b.ts'),
      'server/question/ring-b.ts': use('taken', './ring-a.ts'),
    },
    says: /^no-cycles: server\/question\/ring-a\.ts.*\n {2}\S/m,
  },
]

export const boundaryPlants: Plant[] = [...sides, ...order, ...everywhere]
