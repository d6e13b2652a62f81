import { everything, sample } from '../../.ci/sample.ts'

/** Whether this run leaves nothing out: `npm run test:all`, every screen for people to look at, or so many kills. */
export const isWhole = everything || process.env.PICTURES !== undefined || process.env.KILLS !== undefined

/**
 * Tests of one kind, each of them long, by their tags. `npm test` runs as many of a kind as `count` says, drawn by the
 * seed; `npm run test:all` runs all of them.
 */
const KINDS: Record<string, { count: number; tags: string[] }> = {
  // a browser, a server or a line that ends while a recording is made, kept or sent
  bytes: {
    count: 1,
    tags: [
      '@kill-saved',
      '@kill-saving',
      '@kill-recording',
      '@kill-sending',
      '@kill-answering',
      '@fault-files',
      '@fault-kinds',
      '@fault-plays-chromium',
      '@fault-plays-firefox',
      '@fault-plays-webkit',
      '@fault-camera',
      '@fault-gone',
      '@upload-two-tabs',
      '@upload-server-killed',
      '@upload-newer-version',
      '@upload-page-dies',
      '@upload-signed-out',
      '@upload-held-back',
      '@upload-hushed',
    ],
  },
  // a question that ends too early, is sent twice, or is only half written
  questions: {
    count: 1,
    tags: [
      '@late-video',
      '@late-answer',
      '@late-screening',
      '@late-question-video',
      '@late-payment',
      '@late-reopened',
      '@double-hold',
      '@double-free',
      '@double-back',
      '@double-tabs',
      '@double-killed',
      '@double-sign-out',
      '@draft-killed',
      '@draft-of-device',
      '@draft-of-guest',
      '@draft-sent',
    ],
  },
  // what the installed app has at its start, how it becomes newer, and what is left of it
  app: {
    count: 1,
    tags: [
      '@start-installed',
      '@start-visitor',
      '@start-last-look',
      '@offline-athlete',
      '@offline-fan',
      '@offline-admin',
      '@newer-asks',
      '@newer-at-once',
      '@newer-aside',
      '@newer-stopped',
      '@newer-incomplete',
      '@wiped-online',
      '@wiped-offline',
    ],
  },
  // how people sign in, what a sign-in closes, what somebody does beside the main job, and a day at the desk
  people: {
    count: 1,
    tags: [
      '@access-reset',
      '@access-link',
      '@access-mine',
      '@access-passkey',
      '@access-payout',
      '@access-second-step',
      '@way-from-guest',
      '@way-shared-link',
      '@way-shared-video',
      '@way-join',
      '@way-profile',
      '@way-request',
      '@way-row',
      '@way-tip',
      '@way-paid-again',
      '@desk-decides',
      '@desk-by-keyboard',
      '@desk-sitting',
      '@translated-athlete',
      '@translated-desk',
    ],
  },
  // the whole job in each engine; a short walk in those that no other test runs in is never left out
  engines: { count: 0, tags: ['@whole-chromium', '@whole-firefox', '@whole-webkit'] },
  tours: {
    count: 1,
    tags: ['@tour-public', '@tour-private', '@tour-wizard', '@tour-athlete', '@tour-fan', '@tour-desk'],
  },
}

/** Every tag by which a test may be left out. */
export const sampledTags = Object.values(KINDS).flatMap(({ tags }) => tags)

/** What matches the tests that this run leaves out, if any. */
export function undrawn(): RegExp | undefined {
  if (isWhole) return undefined
  const left = Object.entries(KINDS).flatMap(([kind, { count, tags }]) => {
    const drawn = sample(kind, tags, count)
    return tags.filter((tag) => !drawn.includes(tag))
  })
  return new RegExp(`(${left.join('|')})(?![\\w-])`)
}

/** Of screens that are toured one after the other, as many as a run looks at. */
export const sampleScreens = <T>(tour: string, screens: readonly T[], count: number): T[] =>
  isWhole ? [...screens] : sample(tour, screens, count)
