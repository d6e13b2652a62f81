import type { Mistakes } from './mistake.ts'

/** Mistakes in who is told what: mails, pushes, names, refusals, and caches on the way. */
export const OF_TELLING = {
  'mail-after-commit': [
    {
      file: 'server/notify/enqueue.ts',
      find: "import type { TxContext } from '../transact.ts'",
      replace: `import { pause } from '../pause.ts'
import { transact, type TxContext } from '../transact.ts'`,
    },
    {
      file: 'server/notify/enqueue.ts',
      find: 'export async function enqueueMail(work: TxContext, mail: Mail): Promise<void> {',
      replace: `export async function enqueueMail({ context }: TxContext, mail: Mail): Promise<void> {
  const later = pause(40).then(() => transact(context, (own) => orderMail(own, mail)))
  // what it is about may have been undone meanwhile
  void later.catch(() => {})
}

async function orderMail(work: TxContext, mail: Mail): Promise<void> {`,
    },
  ],
  'dead-device-kept': [
    {
      file: 'server/notify/push-messages.ts',
      find: "if (outcome === 'gone') await sql",
      replace: "if (outcome === 'forgotten') await sql",
    },
  ],
  'first-device-only': [
    {
      file: 'server/notify/push-messages.ts',
      find: 'left.map((device)',
      replace: 'left.slice(0, 1).map((device)',
    },
  ],
  'wordy-push': [
    {
      file: 'server/notify/push-messages.ts',
      find: '...PUSH_WORDS[kind](PRODUCT.name),',
      replace: `...PUSH_WORDS[kind](PRODUCT.name),
    body: (await context.sql\`select subject from question where id = \${questionId}\`)[0]?.subject ?? '',`,
    },
  ],
  'shared-cache': [
    {
      file: 'server/media/play.ts',
      find: "'Accept-Ranges': 'bytes',\n    'Content-Disposition'",
      replace: `'Cache-Control': 'public, max-age=31536000',
    'Accept-Ranges': 'bytes',
    'Content-Disposition'`,
    },
  ],
  'whole-name': [
    {
      file: 'server/conversation/document.ts',
      find: 'initialOf(fan.last_name)',
      replace: 'fan.last_name',
    },
  ],
  'curt-refusal': [
    {
      file: 'server/http/refusal-response.ts',
      find: 'if (status === 429 || status === 503) {',
      replace: 'if (status === undefined) {',
    },
  ],
} as const satisfies Mistakes
