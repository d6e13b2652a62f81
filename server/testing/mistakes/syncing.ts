import type { Mistakes } from './mistake.ts'

/** Mistakes in what devices send, pull and follow, and in the videos they upload. */
export const OF_SYNCING = {
  'forgotten-outcome': [
    {
      file: 'server/sync/outcomes.ts',
      find: 'if (settled.length === 0) return null',
      replace: 'if (settled) return null',
    },
    {
      file: 'server/sync/outcomes.ts',
      find: '): Statement {',
      replace: `): Statement {
  return sql\`select\``,
    },
  ],
  'typed-is-proven': [
    {
      file: 'server/question/ask-question.ts',
      find: 'const fanId = ask.personId ?? (',
      replace: `const [own] = await tx<{ id: string }[]>\`
    select id from person where lower(email) = \${ask.asker.email.toLowerCase()}\`
  const fanId = ask.personId ?? own?.id ?? (`,
    },
  ],
  'newest-first': [
    {
      file: 'server/sync/push.ts',
      find: `  request: PushRequest,
): Promise<Result<PushAnswer>> {`,
      replace: `  given: PushRequest,
): Promise<Result<PushAnswer>> {
  const request = { ...given, intents: given.intents.toReversed() }`,
    },
  ],
  'unbounded-feed': [
    {
      file: 'server/sync/feed.ts',
      find: 'and page.rev < ',
      replace: "and '0'::xid8 < ",
    },
  ],
  'unbounded-stream': [
    {
      file: 'server/sync/bus/listening.ts',
      find: 'await oldestWriter(sql).catch(() => null)',
      replace: '2n ** 63n',
    },
  ],
  'checkpoint-by-time': [
    {
      file: 'server/sync/feed.ts',
      find: 'and page.rev < ',
      replace: "and '0'::xid8 < ",
    },
    {
      file: 'server/sync/feed.ts',
      find: '{ ...first.checkpoint, epoch: found.epoch }',
      replace: '{ ...first.checkpoint, epoch: found.epoch, rev: await newestWriter(sql) }',
    },
  ],
  'locks-in-memory': [
    {
      file: 'server/media/tus.ts',
      find: 'import { ERRORS, Server }',
      replace: 'import { ERRORS, MemoryLocker, Server }',
    },
    {
      file: 'server/media/tus.ts',
      find: 'locker: createLocker(context.direct ?? context.sql),',
      replace: 'locker: new MemoryLocker(),',
    },
  ],
  'early-sent': [
    {
      file: 'server/media/tus.ts',
      find: 'const received = await receiveUpload(context, media.id)',
      replace: 'const received = { ok: true as const, value: true }',
    },
  ],
  'finished-swept': [
    {
      file: 'server/media/sweep.ts',
      find: 'where m.claimed_by is null and m.state',
      replace: 'where m.state',
    },
  ],
} as const satisfies Mistakes
