import { findFirefox, findWebKit } from '../../.ci/engines.ts'
import { chromium } from '../engines/chromium.ts'
import type { Engine } from '../engines/engine.ts'
import { firefox } from '../engines/firefox.ts'
import { inWindow } from '../engines/in-window.ts'
import {
  answerOffline,
  approve,
  ask,
  deliver,
  enjoy,
  play,
  signIn,
  signOut,
  type Walk,
} from '../engines/walk.ts'
import { webkit } from '../engines/webkit.ts'
import { test } from '../fixtures.ts'

// A world of its own, because this file moves its clock.
test.use({ world: 'engines' })

/** The other engines that are installed here; `npm test` reports at its end which were not run. */
const others = [
  ...(findFirefox() ? [{ engine: firefox, tag: '@whole-firefox' }] : []),
  ...(findWebKit() ? [{ engine: webkit, tag: '@whole-webkit' }] : []),
]

for (const { engine } of others) {
  test(`a visitor asks, a fan signs in and watches an answer, in ${engine.name}`, async ({
    server,
    openLine,
  }, testInfo) => {
    await inWindow({ engine, server, line: await openLine() }, testInfo, async (walk) => {
      await ask(walk, { subject: `Start, asked in ${engine.name}`, text: 'Which foot goes first?' })
      await signIn(walk, 'fan')
      await walk.visit.goto(await answeredPath(walk))
      await play(walk.visit, { frame: 'The answer' })
    })
  })
}

for (const { engine, tag } of [{ engine: chromium, tag: '@whole-chromium' }, ...others]) {
  test(`the whole job in ${engine.name}`, { tag }, async ({ server, openLine }, testInfo) => {
    await inWindow({ engine, server, line: await openLine() }, testInfo, (walk) => theWholeJob(walk, engine))
  })
}

async function theWholeJob(walk: Walk, engine: Engine): Promise<void> {
  const [text, film] = [`Grip, asked in ${engine.name}`, `Landing, asked in ${engine.name}`]
  const { step } = test
  await step('a visitor asks by text', () => ask(walk, { subject: text, text: 'Where does my thumb go?' }))
  const path = await step('and by a video that was picked', () =>
    ask(walk, { subject: film, film: 'answer.mp4' }),
  )
  await step('an admin approves both', async () => {
    await signIn(walk, 'admin')
    await approve(walk, text, false)
    await approve(walk, film, true)
    await signOut(walk)
  })
  await step('the athlete opens the app without a network and answers', async () => {
    await signIn(walk, 'athlete')
    await answerOffline(walk, film)
  })
  await step('the outbox sends when the network is back', async () => {
    await deliver(walk, film)
    await signOut(walk)
  })
  await step('the fan watches, tips and rates', () => enjoy(walk, path))
}

/** Returns the path on which the signed-in fan watches an answer of the demo. */
const answeredPath = ({ visit }: Walk): Promise<string> =>
  visit.window.run(async () => {
    const { questions } = await (await fetch('/api/my-questions')).json()
    return questions.find(({ status }: { status: string }) => status === 'completed').viewPath
  })
