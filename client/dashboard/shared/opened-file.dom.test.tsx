import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { listenForOpenedFiles } from '../../pwa/opened-files.ts'
import { forgetShared, keepSharedVideos } from '../../pwa/shared-videos.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, replicate } from '../../testing/server.ts'

type Opened = { files: { getFile(): Promise<File> }[] }

test('a file that the system opens with the installed app is offered as an answer', async () => {
  let open: (opened: Opened) => void = () => {}
  const launchQueue = { setConsumer: (consumer: typeof open) => (open = consumer) }
  Object.defineProperty(window, 'launchQueue', { configurable: true, value: launchQueue })
  onTestFinished(async () => {
    Reflect.deleteProperty(window, 'launchQueue')
    await forgetShared()
  })
  const session = sessionOf('creator')
  answer('session', session)
  const question = approvedQuestion(session.person?.id ?? '')
  replicate({ questions: [{ ...question, kind: 'text', text: 'How?', videoId: null }] })
  const { router } = await openScreen('/about')
  listenForOpenedFiles((href) => void router.navigate({ href }))
  open({ files: [{ getFile: async () => new File(['film'], 'catch.mp4', { type: 'video/mp4' }) }] })
  const shared = page.getByRole('region', { name: 'A shared video' })
  await expect.element(shared.getByText('catch.mp4', { exact: false })).toBeVisible()
  await expect.element(shared.getByLabelText('Which question does it answer?')).toBeVisible()
  open({ files: [{ getFile: async () => new File(['words'], 'notes.txt', { type: 'text/plain' }) }] })
  await expect.element(page.getByText('What you shared was not accepted', { exact: false })).toBeVisible()
})

test('an athlete to whom nobody has written yet sees what was shared, and why the rest was not kept', async () => {
  onTestFinished(() => forgetShared())
  answer('session', sessionOf('creator'))
  replicate({})
  await keepSharedVideos([new File(['film'], 'first.mp4', { type: 'video/mp4' })])
  await openScreen('/dashboard?tab=conversations&shared=part')
  const shared = page.getByRole('region', { name: 'A shared video' })
  await expect.element(shared.getByText('first.mp4', { exact: false })).toBeVisible()
  await expect.element(shared.getByText('The video stays here until one is.', { exact: false })).toBeVisible()
  await expect
    .element(page.getByText('Some of what you shared was not accepted', { exact: false }))
    .toBeVisible()
})
