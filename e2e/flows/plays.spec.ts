import { expect } from 'playwright/test'
import { findFirefox, findWebKit } from '../../.ci/engines.ts'
import { drawn, sample } from '../../.ci/sample.ts'
import { chromium } from '../engines/chromium.ts'
import { verdictOf, withFile } from '../engines/files.ts'
import { firefox } from '../engines/firefox.ts'
import { inWindow } from '../engines/in-window.ts'
import { expectStatus, playToEnd, signIn, signOut, type Walk } from '../engines/walk.ts'
import { webkit } from '../engines/webkit.ts'
import { test } from '../fixtures.ts'
import { FILMS } from '../media/corpus/every-film.ts'
import type { Film } from '../media/corpus/films.ts'
import { askApproved, viewPaths } from '../questions.ts'

// A world of its own with a converter, because not every browser plays every film.
test.use({ world: 'plays', settings: { RENDITIONS: 'on' } })

/**
 * The number of films in a short run. In a long one Chromium gets every film that is taken, and the other engines
 * this many, or as many as `FILMS` says.
 */
const SOME = 2
const SOME_ELSEWHERE = Number(process.env.FILMS ?? 8)
/** How many questions are asked, answered and watched together; a fan may have only this many free questions open. */
const ROUND = 10

const TAKEN = FILMS.filter(({ fate }) => fate === 'none' || fate === 'wanted' || fate === 'required')

const elsewhere = (name: string) => drawn(`films played in ${name}`, TAKEN, SOME_ELSEWHERE)

const engines = [
  { engine: chromium, tag: '@fault-plays-chromium', films: sample('films played in Chromium', TAKEN, SOME) },
  ...(findFirefox() ? [{ engine: firefox, tag: '@fault-plays-firefox', films: elsewhere('Firefox') }] : []),
  ...(findWebKit() ? [{ engine: webkit, tag: '@fault-plays-webkit', films: elsewhere('WebKit') }] : []),
]

for (const { engine, tag, films } of engines) {
  test(
    `an answer from any file that is taken plays to its end, in ${engine.name}`,
    { tag },
    async ({ server, openLine }, testInfo) => {
      test.setTimeout(600_000 + films.length * 120_000)
      await inWindow({ engine, server, line: await openLine() }, testInfo, async (walk) => {
        for (let from = 0; from < films.length; from += ROUND)
          await answerAndWatch(walk, films.slice(from, from + ROUND))
      })
    },
  )
}

async function answerAndWatch(walk: Walk, films: readonly Film[]): Promise<void> {
  const { visit, server, books } = walk
  const named = films.map((film, place) => ({ film, subject: `Film ${place} ${Date.now()}` }))
  await askApproved(
    { server, books },
    named.map(({ subject }) => subject),
  )
  await signIn(walk, 'free')
  for (const { film, subject } of named)
    await test.step(`answers with ${film.name}`, async () => {
      const [question] = await books.questions(subject)
      await visit.goto(`/dashboard/answer/${question?.id}`)
      await withFile(film, film.name, async (path) => {
        expect([film.name, await verdictOf(visit, path)]).toEqual([film.name, { isKept: true, problem: '' }])
      })
      await visit.press({ button: 'Send answer' })
      await expectStatus(walk, subject, 'completed')
    })
  await visit.goto('/dashboard')
  await signOut(walk)
  await signIn(walk, 'fan')
  const paths = await viewPaths(server)
  for (const { film, subject } of named)
    await test.step(`watches ${film.name}`, async () => {
      await visit.goto(paths.get(subject) ?? '')
      await playToEnd(visit, film.isSilent ?? false)
    })
  await visit.goto('/dashboard')
  await signOut(walk)
}
