import { expect } from 'playwright/test'
import { findFirefox, findWebKit } from '../../.ci/engines.ts'
import { drawn, everything, sample } from '../../.ci/sample.ts'
import { LIMITS } from '../../sync/limits.ts'
import { chromium } from '../engines/chromium.ts'
import { tryFiles, withFile } from '../engines/files.ts'
import { firefox } from '../engines/firefox.ts'
import { find, type Wanted } from '../engines/in-page.ts'
import { inWindow } from '../engines/in-window.ts'
import type { Visit } from '../engines/visit.ts'
import { ask, expectStatus, type Walk } from '../engines/walk.ts'
import { webkit } from '../engines/webkit.ts'
import { test } from '../fixtures.ts'
import { FILMS } from '../media/corpus/every-film.ts'
import type { Film } from '../media/corpus/films.ts'

// A world of its own with a converter, because this file answers a question that others answer too, and converts
// what not every browser plays.
test.use({ world: 'files', settings: { RENDITIONS: 'on' } })

/**
 * The number of films in a short run. In a long one Chromium gets the whole corpus, and the other engines this
 * many, or as many as `FILMS` says.
 */
const SOME = 3
const SOME_ELSEWHERE = Number(process.env.FILMS ?? 8)
/** The number of films that are asked with and answered to the end. */
const SENT = 1

/** Excludes films with several sounds, because the app asks about them, which takes a further step. */
const isTaken = ({ fate, soundsLeftOut }: Film) =>
  (fate === 'none' || fate === 'wanted' || fate === 'required') && !soundsLeftOut

/**
 * What WebKit is given: no spoilt films, because a corrupt picture can end WebKitGTK's page by an assertion of
 * GStreamer (`combine->sinkpad == NULL` in `gstplaybin3.c`). Safari plays without GStreamer.
 */
const READABLE = FILMS.filter(({ fate }) => fate !== null)

const engines = [
  { engine: chromium, isAlways: true },
  ...(everything && findFirefox() ? [{ engine: firefox, isAlways: false }] : []),
  ...(everything && findWebKit() ? [{ engine: webkit, isAlways: false }] : []),
]

for (const { engine, isAlways } of engines) {
  const films = isAlways
    ? sample('files of the wizard', FILMS, SOME)
    : drawn(`files in ${engine.name}`, engine === webkit ? READABLE : FILMS, SOME_ELSEWHERE)

  test(
    `the wizard says of every kind of file what becomes of it, and what it takes arrives, in ${engine.name}`,
    {
      tag: isAlways ? '@fault-kinds' : [],
    },
    async ({ server, openLine }, testInfo) => {
      // Each film is made, checked and stored.
      test.setTimeout(600_000 + films.length * 60_000)
      await inWindow({ engine, server, line: await openLine() }, testInfo, async (walk) => {
        const { visit } = walk
        // Ask first, because a file chosen afterwards stays in a draft that the wizard would offer.
        for (const film of drawn(`files asked in ${engine.name}`, films.filter(isTaken), SENT))
          await withFile(film, film.name, async (path) => {
            // Some names are longer than a subject may be, and differ at their end.
            const subject = `${film.name}, in ${engine.name}`.slice(-LIMITS.subjectCharacters).trim()
            await ask(walk, { subject, film: path })
            await expectStatus(walk, subject, 'new')
            await expectStored(walk, subject)
          })
        await tryFiles(visit, films, () => openWizard(visit))
      })
    },
  )
}

/** Brings the wizard to the step where a file is chosen, and drops any earlier choice. */
async function openWizard(visit: Visit): Promise<void> {
  const isOpen = await visit.window.run(() => document.querySelector('dialog:modal') !== null)
  if (!isOpen) {
    await visit.goto('/ask/athlete')
    await visit.press({ button: 'Ask a Question' })
  }
  const sees = (wanted: Wanted) => visit.window.run(find, wanted)
  const isThere = async () => {
    // The wizard may offer a draft of the file before, or still check an earlier choice.
    for (const button of ['Start fresh', 'Change video'])
      if (await sees({ button })) await visit.press({ button })
    return sees({ field: 'Video file' })
  }
  await expect.poll(isThere, { timeout: 120_000 }).toBe(true)
}

/** Checks that the server accepts what the device accepted, even where it had to convert it. */
async function expectStored({ server, books }: Walk, subject: string): Promise<void> {
  const state = async () => {
    await server.quiesce()
    const [question] = await books.questions(subject)
    return question?.mediaId && (await books.video(question.mediaId)).state
  }
  await expect.poll(state, { timeout: 120_000 }).toBe('stored')
}
