import { writeFile } from 'node:fs/promises'
import { openBooks } from '../books.ts'
import { chromium } from '../engines/chromium.ts'
import type { Engine } from '../engines/engine.ts'
import { firefox } from '../engines/firefox.ts'
import { Visit } from '../engines/visit.ts'
import { answerOffline, approve, ask, deliver, enjoy, signIn, signOut, type Walk } from '../engines/walk.ts'
import { webkit } from '../engines/webkit.ts'
import { test } from '../fixtures.ts'

for (const engine of [chromium, firefox, webkit]) {
  test(
    `the whole job in ${engine.name}`,
    { tag: `@whole-${engine.name.toLowerCase()}` },
    async ({ server, openLine }, testInfo) => {
      const line = await openLine()
      const books = openBooks(server)
      const window = await engine.open()
      const visit = new Visit(window, line.address)
      const walk: Walk = { visit, line, server, books, hasCamera: engine.hasCamera }
      try {
        await theWholeJob(walk, engine)
      } catch (error) {
        await writeFile(testInfo.outputPath('window.png'), await window.picture())
        throw error
      } finally {
        await window.close()
        await books.close()
      }
    },
  )
}

async function theWholeJob(walk: Walk, engine: Engine): Promise<void> {
  const [text, film] = [`Grip, asked in ${engine.name}`, `Landing, asked in ${engine.name}`]
  const { step } = test
  await step('a visitor asks by text', () => ask(walk, { subject: text, text: 'Where does my thumb go?' }))
  const path = await step('and by a video that was picked', () =>
    ask(walk, { subject: film, film: 'answer.mp4' }),
  )
  await step('an admin signs in', () => signIn(walk, 'admin'))
  await step('and approves both', async () => {
    await approve(walk, text)
    await approve(walk, film)
    await signOut(walk)
  })
  await step('the athlete signs in', () => signIn(walk, 'athlete'))
  await step('and answers without a network', () => answerOffline(walk, film))
  await step('the outbox sends when it is back', async () => {
    await deliver(walk, film)
    await signOut(walk)
  })
  await step('the fan watches, tips and rates', () => enjoy(walk, path))
}
