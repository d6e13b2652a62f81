import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskQuestionAnswer } from '../../../sync/desk/requests.ts'
import type { PushAnswer, PushRequest } from '../../../sync/protocol.ts'
import { getSession } from '../../api/session.ts'
import { openDevice } from '../../db/device.ts'
import { unsentOf } from '../../store/account/unsent.ts'
import { deskQuestion, ONE_NEW } from '../../testing/desk-question.ts'
import { openScreen, settled as settledScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { type Asked, answer, tellReady } from '../../testing/server.ts'

const question = deskQuestion()
const LATE_MS = 60_000

function openDesk(at = '/admin') {
  answer('deskQuestions', { rows: [question], more: false, counts: ONE_NEW, now: Date.now() })
  answer('deskCreators', { creators: [] })
  answer('deskPayments', { payments: [] })
  return { looks: answer('deskQuestion', question), opened: openScreen(at) }
}

test('as long as no request is chosen, none is asked for', async () => {
  answer('session', sessionOf('admin'))
  const { looks, opened } = openDesk()
  await opened
  const lists = answer('deskQuestions', { rows: [question], more: false, counts: ONE_NEW, now: Date.now() })
  await expect.element(page.getByRole('button', { name: ': Race day' })).toBeVisible()
  const before = lists.length
  tellReady()
  await expect.poll(() => lists.length).toBeGreaterThan(before)
  expect(looks).toEqual([])
})

test('no more than ten seconds are promised where the server’s time is known only roughly', async () => {
  answer('session', { ...sessionOf('admin'), now: Date.now() - LATE_MS })
  await openDesk(`/admin?tab=requests&id=${question.id}`).opened
  answer('push', ({ body }) => ({
    outcomes: (body as PushRequest).intents.map(({ id }) => ({
      ...{ id, state: 'settled' as const },
      value: { takesEffectAt: Date.now() + 10_000 },
    })),
  }))
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeEnabled()
  await approve.click()
  await expect.element(page.getByText(/^in (10|[5-9]) s$/)).toBeVisible()
})

test('what somebody else is deciding cannot be rejected meanwhile, and the note stays', async () => {
  answer('session', sessionOf('admin'))
  await openDesk(`/admin?tab=requests&id=${question.id}`).opened
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await userEvent.keyboard('r')
  const dialog = page.getByRole('alertdialog', { name: 'Reject this request?' })
  await dialog.getByLabelText('Rejection note').fill('Not for Rosa.')
  const waiting = { decision: 'approve', by: 'Bo', isMine: false, takesEffectAt: Date.now() + 8_000 } as const
  answer('deskQuestion', { ...question, revision: 2, waiting: { ...waiting, refused: null } })
  tellReady()
  await expect.element(dialog.getByText('Bo is approving this.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
  answer('deskQuestion', { ...question, revision: 3, status: 'approved' })
  tellReady()
  await expect.element(dialog.getByText('It is decided already. Its status is “Approved”.')).toBeVisible()
  await expect.element(dialog.getByLabelText('Rejection note')).toHaveValue('Not for Rosa.')
})

const THREE = ['First', 'Second', 'Third'].map((subject) => deskQuestion({ subject }))

/** Opens the desk with these requests in the list. */
async function openList(
  questions: readonly DeskQuestionAnswer[],
  search: string,
  session = sessionOf('admin'),
) {
  answer('session', session)
  answer('deskQuestions', { rows: [...questions], more: false, counts: ONE_NEW, now: Date.now() })
  answer('deskCreators', { creators: [] })
  answer('deskQuestion', ({ body }) => {
    const found = questions.find(({ id }) => id === (body as { id: string }).id)
    return found ?? new Response(null, { status: 404 })
  })
  await openScreen(`/admin${search}`)
}

const settled = ({ body }: Asked): PushAnswer => ({
  outcomes: (body as PushRequest).intents.map(({ id }) => ({
    ...{ id, state: 'settled' as const },
    value: { takesEffectAt: Date.now() + 10_000 },
  })),
})
const decidedOn = (pushes: readonly Asked[], questions: readonly DeskQuestionAnswer[]) =>
  pushes.flatMap(({ body }) =>
    (body as PushRequest).intents.map(({ args }) => {
      const { questionId } = args as { questionId: string }
      return questions.find(({ id }) => id === questionId)?.subject
    }),
  )
const isOpen = (subject: string) =>
  expect.element(page.getByRole('heading', { name: subject, exact: true })).toBeVisible()

test('a held key goes on through the list but decides only once', async () => {
  await openList(THREE, `?id=${THREE[0]?.id}`)
  const pushes = answer('push', settled)
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await userEvent.keyboard('a')
  await isOpen('Second')
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  for (const key of ['a', 'j']) document.dispatchEvent(new KeyboardEvent('keydown', { key, repeat: true }))
  await isOpen('Third')
  expect(decidedOn(pushes, THREE)).toEqual(['First'])
})

test('BR-2 a note that was begun is there again after the next request, and a rejection note after Esc until it is of no use', async () => {
  await openList(THREE, `?id=${THREE[0]?.id}`)
  answer('push', settled)
  await page.getByRole('button', { name: 'Write a note' }).click()
  await page.getByLabelText('Note to the team').fill('Ask Rosa first')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Reject' }).click()
  const note = page.getByRole('alertdialog').getByLabelText('Rejection note')
  await note.fill('Not for Rosa.')
  await userEvent.keyboard('{Escape}')
  await expect.element(note).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect.element(note).toHaveValue('Not for Rosa.')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Approve' }).click()
  await isOpen('Second')
  await expect.element(page.getByRole('button', { name: 'Write a note' })).toBeVisible()
  const { account } = getSession()
  await expect
    .poll(async () => (await unsentOf(openDevice(account))).typed)
    .toEqual([`desk-note ${THREE[0]?.id}`])
  await openScreen(`/admin?tab=requests&id=${THREE[0]?.id}`)
  await page.getByRole('button', { name: 'Continue your note' }).click()
  await expect.element(page.getByLabelText('Note to the team')).toHaveValue('Ask Rosa first')
})

test('a key does not approve a request whose hold would end too soon', async () => {
  const late = deskQuestion({ amountCents: 5_000, hold: 'held', approvableUntil: Date.now() - 3_600_000 })
  await openList([late], `?id=${late.id}`)
  const pushes = answer('push', settled)
  await expect.element(page.getByRole('button', { name: 'Reject', exact: false })).toBeEnabled()
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await userEvent.keyboard('a')
  await userEvent.keyboard('r')
  await expect.element(page.getByRole('alertdialog')).toBeVisible()
  expect(pushes).toEqual([])
})

test('an answer that comes late does not take the admin away from the request they moved on to', async () => {
  await openList(THREE, `?id=${THREE[0]?.id}`)
  let arrive = () => {}
  const pushes = answer('push', async (asked) => {
    await new Promise<void>((resolve) => (arrive = resolve))
    return settled(asked)
  })
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await userEvent.keyboard('a')
  await expect.poll(() => pushes.length).toBe(1)
  await userEvent.keyboard('jj')
  await isOpen('Third')
  arrive()
  await expect.element(page.getByText(/^in \d+ s$/)).toBeVisible()
  await isOpen('Third')
})

/** Opens the third request, chooses the first two, and returns the dialog that rejects them. */
async function chooseTwoBeside() {
  await openList(THREE, `?status=new&id=${THREE[2]?.id}`)
  await isOpen('Third')
  // A phone shows no boxes.
  await page.viewport(1_280, 800)
  for (const subject of ['First', 'Second'])
    await page.getByRole('checkbox', { name: `Choose ${subject}` }).click()
  await page.getByRole('button', { name: 'Reject them' }).click()
  return page.getByRole('alertdialog')
}

test('a rejection of several that fails keeps its dialog, its note and what it is about', async () => {
  const dialog = await chooseTwoBeside()
  await dialog.getByLabelText('Rejection note').fill('Spam.')
  let isDown = true
  const second = THREE[1]?.id
  const pushes = answer('push', (asked) => {
    const isSecond = JSON.stringify(asked.body).includes(second ?? '')
    return isDown && isSecond ? new Response(null, { status: 503 }) : settled(asked)
  })
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(page.getByText(/it is not done twice/)).toBeVisible()
  await expect.element(dialog.getByRole('heading', { name: 'Reject 1 request?' })).toBeVisible()
  await expect.element(dialog.getByLabelText('Rejection note')).toHaveValue('Spam.')
  expect(page.getByRole('checkbox', { name: 'Choose First' }).element()).toHaveProperty('checked', false)
  expect(page.getByRole('checkbox', { name: 'Choose Second' }).element()).toHaveProperty('checked', true)
  isDown = false
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(decidedOn(pushes, THREE)).toEqual(['First', 'Second', 'Second'])
})

test('the note of several rejections is there again after one is undone, for it alone and for several', async () => {
  const dialog = await chooseTwoBeside()
  answer('push', settled)
  await dialog.getByLabelText('Rejection note').fill('No adverts, please.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await page.getByRole('button', { name: /Undo/ }).last().click()
  const { settings } = openDevice(getSession().account)
  const kept = async (of: string) => (await settings.get(`desk-reject ${of}`))?.value
  await expect.poll(() => kept('several')).toBe('No adverts, please.')
  expect(await kept(THREE[1]?.id ?? '')).toBe('No adverts, please.')
  await page.getByRole('checkbox', { name: 'Choose Second' }).click()
  await page.getByRole('button', { name: 'Reject them' }).click()
  await expect.element(dialog.getByLabelText('Rejection note')).toHaveValue('No adverts, please.')
})

test('what another admin has decided meanwhile does not turn the dialog to the open request', async () => {
  const dialog = await chooseTwoBeside()
  const waiting = { decision: 'approve', by: 'Bo', isMine: false, takesEffectAt: Date.now() + 8_000 } as const
  const rows = THREE.map((row, at) => (at < 2 ? { ...row, waiting: { ...waiting, refused: null } } : row))
  answer('deskQuestions', { rows, more: false, counts: ONE_NEW, now: Date.now() })
  tellReady()
  await expect.element(dialog.getByText(/None of these requests is in the list now/)).toBeVisible()
  await expect.element(dialog.getByRole('heading', { name: 'Reject 2 requests?' })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Reject' })).toBeDisabled()
})

test('who may not screen can choose nothing, and neither can anybody outside the new ones', async () => {
  await page.viewport(1_280, 800)
  await openList(THREE, `?status=new&id=${THREE[0]?.id}`)
  await isOpen('First')
  await userEvent.keyboard('x')
  await expect.element(page.getByText('1 chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Reject them' }).click()
  await expect.element(page.getByRole('heading', { name: 'Reject 1 request?' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'All submission' }).click()
  await expect.element(page.getByText('1 chosen')).not.toBeInTheDocument()
  const support = sessionOf('admin')
  await openList(THREE, `?status=new&id=${THREE[0]?.id}`, {
    ...support,
    person: support.person && { ...support.person, deskRole: 'support' },
  })
  await isOpen('First')
  expect(page.getByRole('checkbox').elements()).toEqual([])
  await userEvent.keyboard('x')
  await settledScreen()
  expect(page.getByText('1 chosen').elements()).toEqual([])
})

test('after a decision a status names what was decided and what the buttons are about now', async () => {
  await openList(THREE, `?id=${THREE[0]?.id}`)
  answer('push', settled)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeEnabled()
  // A screen reader reads only what is added to a region that is already there.
  const regions = page.getByRole('status').elements()
  const told = (words: RegExp) => page.getByRole('status').filter({ hasText: words })
  approve.element().focus()
  await userEvent.keyboard('{Enter}')
  const approved = told(/^Approving “First”: undo within \d+ seconds\. Now: “Second”\.$/)
  await expect.element(approved).toBeInTheDocument()
  expect(regions).toContain(approved.element())
  await isOpen('Second')
  await userEvent.keyboard('u')
  await expect.element(told(/^Undone: “First” is new again\.$/)).toBeInTheDocument()
  expect(regions).toContain(told(/^Undone/).element())
})

test('after the last decision the status says that no other request is listed', async () => {
  await openList(THREE.slice(0, 1), `?id=${THREE[0]?.id}`)
  answer('push', settled)
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await userEvent.keyboard('a')
  const told = page
    .getByRole('status')
    .filter({ hasText: /^Approving “First”.*No other request is listed\.$/ })
  await expect.element(told).toBeInTheDocument()
})

test('once the keys are switched off, here and at the next visit, no key decides', async () => {
  await openList(THREE, '')
  const keys = page.getByRole('switch', { name: /^Use single keys/ })
  await keys.click()
  await expect.element(keys).not.toBeChecked()
  const pushes = answer('push', settled)
  await openList(THREE, `?id=${THREE[0]?.id}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeEnabled()
  expect(approve.element().querySelector('kbd')).toBeNull()
  await userEvent.keyboard('aj')
  await settledScreen()
  await isOpen('First')
  expect(pushes).toEqual([])
  await approve.click()
  await isOpen('Second')
  expect(decidedOn(pushes, THREE)).toEqual(['First'])
})

test('in a window that is zoomed to 300 % the decisions follow the request and do not cover it', async () => {
  await page.viewport(455, 208)
  await openList(THREE, `?id=${THREE[0]?.id}`)
  const approve = page.getByRole('button', { name: 'Approve' })
  await expect.element(approve).toBeEnabled()
  page.getByRole('heading', { name: 'First' }).element().scrollIntoView()
  await expect.element(approve).not.toBeInViewport()
  approve.element().scrollIntoView()
  await expect.element(approve).toBeInViewport({ ratio: 1 })
})
