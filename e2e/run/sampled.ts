import { everything, sample } from '../../.ci/sample.ts'

/** Whether this run leaves no test out: `npm run test:all`, `PICTURES` or `KILLS`. */
export const isWhole = everything || process.env.PICTURES !== undefined || process.env.KILLS !== undefined

/**
 * The tags of long tests, by kind. `npm test` runs `count` tests of each kind, drawn by the seed; `npm run
 * test:all` runs all.
 */
const KINDS: Record<string, { count: number; tags: string[] }> = {
  // A browser, a server or a line ends while a recording is made, kept or sent.
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
  // A question ends too early, is sent twice, or is only half written.
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
  // What the installed app has at its start, how it updates, and what it leaves behind.
  app: {
    count: 1,
    tags: [
      '@start-installed',
      '@start-visitor',
      '@start-snapshot',
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
  // How people sign in, what a sign-in gives access to, what they do beside the main job, and a day at the desk.
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
  // The whole job in each engine. A short walk in the engines that no other test uses is never left out.
  engines: { count: 0, tags: ['@whole-chromium', '@whole-firefox', '@whole-webkit'] },
  tours: {
    count: 1,
    tags: ['@tour-public', '@tour-private', '@tour-wizard', '@tour-athlete', '@tour-fan', '@tour-desk'],
  },
}

/** Every tag by which a test may be left out. */
export const sampledTags = Object.values(KINDS).flatMap(({ tags }) => tags)

/** Returns a pattern for the tests that this run leaves out; undefined if it leaves none out. */
export function undrawn(): RegExp | undefined {
  if (isWhole) return undefined
  const left = Object.entries(KINDS).flatMap(([kind, { count, tags }]) => {
    const drawn = sample(kind, tags, count)
    return tags.filter((tag) => !drawn.includes(tag))
  })
  return new RegExp(`(${left.join('|')})(?![\\w-])`)
}

/** Returns as many of a tour's screens as this run visits. */
export const sampleScreens = <T>(tour: string, screens: readonly T[], count: number): T[] =>
  isWhole ? [...screens] : sample(tour, screens, count)
