import { expect } from 'playwright/test'
import { findFirefox, findWebKit } from '../../.ci/engines.ts'
import { drawn, everything, sample } from '../../.ci/sample.ts'
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

// it answers a question that others want to answer too, and what is not played everywhere is converted
test.use({ world: 'files', settings: { RENDITIONS: 'on' } })

/** In a short run; in a long one Chromium is given the whole corpus, and the others as many as this, or as `FILMS` says. */
const SOME = 3
const SOME_ELSEWHERE = Number(process.env.FILMS ?? 8)
/** Asked and answered to the end. */
const SENT = 1

/** Of several sounds one is asked about, which is a step more than others take. */
const isTaken = ({ fate, soundsLeftOut }: Film) =>
  (fate === 'none' || fate === 'wanted' || fate === 'required') && !soundsLeftOut

const engines = [
  { engine: chromium, isAlways: true },
  ...(everything && findFirefox() ? [{ engine: firefox, isAlways: false }] : []),
  ...(everything && findWebKit() ? [{ engine: webkit, isAlways: false }] : []),
]

for (const { engine, isAlways } of engines) {
  const films = isAlways
    ? sample('files of the wizard', FILMS, SOME)
    : drawn(`files in ${engine.name}`, FILMS, SOME_ELSEWHERE)

  test(
    `the wizard says of every kind of file what becomes of it, and what it takes arrives, in ${engine.name}`,
    {
      tag: isAlways ? '@fault-kinds' : [],
    },
    async ({ server, openLine }, testInfo) => {
      // each is made, looked at and kept
      test.setTimeout(600_000 + films.length * 60_000)
      await inWindow({ engine, server, line: await openLine() }, testInfo, async (walk) => {
        const { visit } = walk
        // first, because what is chosen afterwards stays a draft that the wizard would offer
        for (const film of drawn(`files asked in ${engine.name}`, films.filter(isTaken), SENT))
          await withFile(film, film.name, async (path) => {
            const subject = `${film.name}, in ${engine.name}`
            await ask(walk, { subject, film: path })
            await expectStatus(walk, subject, 'new')
            await expectStored(walk, subject)
          })
        await tryFiles(visit, films, () => openWizard(visit))
      })
    },
  )
}

/** Brings the wizard to where a file is chosen, without what was chosen before. */
async function openWizard(visit: Visit): Promise<void> {
  const isOpen = await visit.window.run(() => document.querySelector('dialog:modal') !== null)
  if (!isOpen) {
    await visit.goto('/ask/athlete')
    await visit.press({ button: 'Ask a Question' })
  }
  const sees = (wanted: Wanted) => visit.window.run(find, wanted)
  const isThere = async () => {
    // a draft of the file before may be offered, and what was chosen may still be looked at
    for (const button of ['Start fresh', 'Change video'])
      if (await sees({ button })) await visit.press({ button })
    return sees({ field: 'Video file' })
  }
  await expect.poll(isThere, { timeout: 120_000 }).toBe(true)
}

/** The server came to the same as the device, also where it had to convert it. */
async function expectStored({ server, books }: Walk, subject: string): Promise<void> {
  const state = async () => {
    await server.quiesce()
    const [question] = await books.questions(subject)
    return question?.mediaId && (await books.video(question.mediaId)).state
  }
  await expect.poll(state, { timeout: 120_000 }).toBe('stored')
}
