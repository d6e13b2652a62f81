import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { listenForOpenedFiles } from '../../pwa/opened-files.ts'
import { forgetShared, keepSharedVideos } from '../../pwa/shared-videos.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { approvedQuestion, sessionOf } from '../../testing/people.ts'
import { answer, replicate, tellChanged } from '../../testing/server.ts'

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
  const second = new File(['film'], 'throw.mp4', { type: 'video/mp4' })
  const moved = () => Promise.reject(new DOMException('moved', 'NotFoundError'))
  open({ files: [{ getFile: moved }, { getFile: async () => second }] })
  await expect.element(page.getByText('could not be read or kept here', { exact: false })).toBeVisible()
  await expect.element(page.getByText('throw.mp4', { exact: false })).toBeVisible()
})

test('a shared video stays with the question that was chosen, and goes to no other once that is gone', async () => {
  onTestFinished(() => forgetShared())
  const session = sessionOf('creator')
  answer('session', session)
  const own = (subject: string) => ({
    ...approvedQuestion(session.person?.id ?? ''),
    ...{ subject, kind: 'text' as const, text: 'How?', videoId: null },
  })
  const [first, second, urgent] = [
    own('The start'),
    own('The turn'),
    { ...own('The dive'), dueAt: Date.now() },
  ]
  replicate({ questions: [first, second] })
  await keepSharedVideos([new File(['film'], 'turn.mp4', { type: 'video/mp4' })])
  await openScreen('/dashboard?tab=conversations')
  const shared = page.getByRole('region', { name: 'A shared video' })
  const choice = shared.getByLabelText('Which question does it answer?')
  const use = shared.getByRole('button', { name: 'Use it as my answer' })
  await expect.element(shared.getByRole('option', { name: 'The turn' })).toBeInTheDocument()
  await choice.selectOptions(second.id)
  replicate({ questions: [urgent, first, { ...second, status: 'rejected' }] })
  tellChanged('questions')
  await expect
    .element(shared.getByText(/The question you chose no longer waits for an answer\./))
    .toBeVisible()
  await expect.element(use).not.toBeInTheDocument()
  await choice.selectOptions(first.id)
  await expect.element(use).toBeVisible()
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
