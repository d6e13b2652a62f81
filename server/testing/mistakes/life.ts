import type { Mistakes } from './mistake.ts'

/** Mistakes in the life of a question: who moves it, and when its time is over. */
export const OF_LIFE = {
  'no-sweep': [
    {
      file: 'server/app/job-handlers.ts',
      find: 'const steps = [\n    sweepDecisions,',
      replace: 'const steps = [recoverReceived] || [\n    sweepDecisions,',
    },
  ],
  'unlocked-question': [
    {
      file: 'server/question/get.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in that file
      find: 'from question q where q.id = ${id} for update',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in that file
      replace: 'from question q where q.id = ${id}',
    },
  ],
  'no-compare-and-set': [
    {
      file: 'server/question/event.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in that file
      find: ' and status = any (${[...from]}::text[])',
      replace: '',
    },
  ],
  'unread-is-absent': [
    {
      file: 'server/question/arrived.ts',
      find: " and m.state in ('received', 'stored'))",
      replace: ' and false)',
    },
  ],
  'device-clock': [
    {
      file: 'server/answer/submit-answer.ts',
      find: `answered: there !== null && !replaces },
    work.now.getTime(),`,
      replace: `answered: there !== null && !replaces },
    args.recordedAt,`,
    },
  ],
} as const satisfies Mistakes
