import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newId } from '../api/new-id.ts'
import { deskQuestion, ONE_NEW } from '../testing/desk-question.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { sessionOf } from '../testing/people.ts'
import { answer } from '../testing/server.ts'

const NONE_OF_EACH = { new: 0, approved: 0, rejected: 0, 'athlete rejected': 0, completed: 0 }
const ADMIN = { id: newId(), name: 'Ada' }

test('a day typed with the keys is the day that is asked for, and no year on the way to it is', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskLedger', {
    rows: [],
    more: false,
    count: 0,
    sumCents: 0,
    now: Date.UTC(2026, 10, 30),
  })
  const { path } = await openScreen('/admin?tab=money&view=ledger&from=2026-11-01&until=2026-11-30')
  const from = page.getByLabelText('From')
  await expect.element(from).toBeVisible()
  from.element().focus()
  await userEvent.keyboard('10152025')
  await expect.element(from).toHaveValue('2025-10-15')
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ from: '2025-10-15' })
  expect(JSON.stringify(asked.map(({ body }) => body))).not.toMatch(/"0\d{3}-/)
  expect(path()).toContain('from=2025-10-15')
  await userEvent.keyboard('{Backspace}')
  page.getByLabelText('Until').element().focus()
  // The ledger always needs a first day, so the emptied field shows its day again.
  await expect.element(from).toHaveValue('2025-10-15')
})

test('a year without entries is named, and the list stays', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskAudit', { acts: [], more: false, people: [] })
  await openScreen('/admin?tab=audit&from=2026-11-01')
  const from = page.getByLabelText('From')
  await expect.element(from).toHaveValue('2026-11-01')
  await from.fill('0002-11-03')
  await expect.element(page.getByText('Years from 2020 to 2099.')).toBeVisible()
  await from.fill('')
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ from: null })
  expect(asked.length, 'of the first day and of any day').toBe(2)
})

test('what the requests are narrowed to is in the address, and a reload shows the same', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskQuestions', { rows: [], more: false, counts: NONE_OF_EACH, now: Date.now() })
  answer('deskCreators', { creators: [{ id: newId(), username: 'noraquist', name: 'Nora Quist' }] })
  const { path } = await openScreen('/admin')
  await page.getByLabelText('Order').selectOptions('urgent')
  await page.getByLabelText('Creator').fill('@NoraQuist')
  await page.getByLabelText('Search').fill('kim@example.com')
  await expect.poll(path).toBe('/admin?order=urgent&creator=noraquist')
  await openScreen(path())
  await expect.element(page.getByLabelText('Creator')).toHaveValue('noraquist')
  await expect
    .poll(() => asked.at(-1)?.body)
    .toMatchObject({ status: 'new', order: 'urgent', creator: 'noraquist', search: null })
  await page.getByRole('button', { name: 'All submission' }).click()
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ status: null })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ status: 'new', creator: null })
  await expect.element(page.getByLabelText('Creator')).toHaveValue('')
})

test('a name among the creators narrows nothing, is not in the address, and is no error', async () => {
  answer('session', sessionOf('admin'))
  const asked = answer('deskQuestions', { rows: [], more: false, counts: NONE_OF_EACH, now: Date.now() })
  const found = answer('deskCreators', { creators: [] })
  const { path } = await openScreen('/admin?creator=nora%20quist')
  const field = page.getByLabelText('Creator')
  await field.fill('@Nora Quist-Lindqvist')
  await expect.element(page.getByText('Not a username, so all creators are shown.')).toBeVisible()
  await expect.poll(() => found.at(-1)?.body).toEqual({ q: 'nora quist-lindqvist' })
  expect(path()).not.toContain('quist')
  await field.fill('noraquist')
  await expect.poll(() => asked.at(-1)?.body).toMatchObject({ creator: 'noraquist' })
  expect(page.getByText('Not a username, so all creators are shown.').query()).toBeNull()
  const creators = new Set(asked.map(({ body }) => (body as { creator: string | null }).creator))
  expect([...creators]).toEqual([null, 'noraquist'])
})

test('a choice that does not exist counts as none', async () => {
  answer('session', sessionOf('admin'))
  answer('deskCreators', { creators: [] })
  const questions = answer('deskQuestions', { rows: [], more: false, counts: NONE_OF_EACH, now: Date.now() })
  await openScreen('/admin?status=lost&order=dearest')
  await expect.poll(() => questions.at(-1)?.body).toMatchObject({ status: 'new', order: 'newest' })
  const acts = answer('deskAudit', { acts: [], more: false, people: [] })
  await openScreen('/admin?tab=audit&by=me&kind=sang&from=yesterday&until=0002-01-01')
  await expect.poll(() => acts.at(-1)?.body).toMatchObject({ by: null, kind: null, from: null, until: null })
})

test.for([
  ['contact', 'Status', 'Completed', { status: 'Completed' }],
  ['survey', 'Rating', '4 of 5', { stars: 4 }],
  ['athletes', 'Standing', 'Paused', { state: 'paused' }],
  ['messages', 'Way', 'Push messages', { way: 'push' }],
  ['audit', 'Who', 'Ada', { by: ADMIN.id }],
] as const)('%s keeps what it is narrowed to over a reload', async ([tab, label, choice, request]) => {
  answer('session', sessionOf('admin'))
  const asked = {
    contact: answer('deskInbox', { items: [], more: false }),
    survey: answer('deskRatings', { ratings: [], more: false }),
    athletes: answer('deskAthletes', { athletes: [], more: false }),
    messages: answer('deskMessages', { messages: [], more: false, now: 0 }),
    audit: answer('deskAudit', { acts: [], more: false, people: [ADMIN] }),
  }[tab]
  const { path } = await openScreen(`/admin?tab=${tab}`)
  await page.getByRole('combobox', { name: label }).selectOptions(choice)
  await expect.poll(() => asked.at(-1)?.body).toMatchObject(request)
  const before = asked.length
  await openScreen(path())
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  for (const { body } of asked.slice(before)) expect(body).toMatchObject(request)
})

test('a link to the entry that the address names opens it again after the admin has gone on', async () => {
  await page.viewport(1_280, 800)
  answer('session', sessionOf('admin'))
  answer('deskCreators', { creators: [] })
  const questions = ['First', 'Second'].map((subject) => deskQuestion({ subject }))
  const [first] = questions
  answer('deskQuestions', { rows: questions, more: false, counts: ONE_NEW, now: Date.now() })
  answer('deskQuestion', ({ body }) => {
    const found = questions.find(({ id }) => id === (body as { id: string }).id)
    return found ?? new Response(null, { status: 404 })
  })
  const id = first?.id ?? ''
  const thing = { kind: 'question', id, name: 'First', questionId: id, personId: null } as const
  answer('deskFind', { things: [thing], more: false })
  await openScreen(`/admin?tab=requests&id=${id}&status=new`)
  const heading = (subject: string) => page.getByRole('heading', { name: subject, exact: true })
  await expect.element(heading('First')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(heading('Second')).toBeVisible()
  await page.getByRole('combobox', { name: 'Order' }).selectOptions('urgent')
  await expect.element(heading('Second')).toBeVisible()
  for (const _ of ['once', 'twice']) {
    await page.getByRole('button', { name: 'Find' }).click()
    const found = page.getByRole('dialog').getByRole('status').first()
    expect(found.element().textContent).toBe('')
    await page.getByLabelText('ID, @username or email').fill(id)
    await expect.poll(() => found.element().textContent).toContain('First')
    await page.getByRole('link', { name: '“First”' }).click()
    await expect.element(heading('First')).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(heading('Second')).toBeVisible()
  }
})

test('that no request is flagged is not called an empty desk', async () => {
  answer('session', sessionOf('admin'))
  answer('deskCreators', { creators: [] })
  answer('deskQuestions', { rows: [], more: false, counts: { ...NONE_OF_EACH, new: 5 }, now: Date.now() })
  await openScreen('/admin?order=flagged')
  await expect.element(page.getByText('Nothing flagged')).toBeVisible()
  await page.getByLabelText('Search').fill('kim@example.com')
  await expect.element(page.getByText('No flagged request is like that.', { exact: false })).toBeVisible()
  await page.getByLabelText('Search').fill('')
  await page.getByRole('button', { name: 'Approved' }).click()
  await expect.element(page.getByText('Nothing here')).toBeVisible()
})

test('of messages it is said what was searched for, and from how many letters', async () => {
  answer('session', sessionOf('admin'))
  answer('deskMessages', { messages: [], more: false, now: 0 })
  await openScreen('/admin?tab=messages&state=stuck')
  await expect.element(page.getByText('No mail has this state.')).toBeVisible()
  const field = page.getByLabelText('Email or ID')
  await field.fill('ki')
  await expect.element(page.getByText('Type three letters to search.')).toBeVisible()
  await expect.element(page.getByText('No mail has this state.')).toBeVisible()
  await field.fill('kim@example.com')
  await expect
    .element(page.getByText('No mail for this address, request or person has this state.'))
    .toBeVisible()
  await page.getByRole('combobox', { name: 'State' }).selectOptions('')
  await expect.element(page.getByText('There is no mail for this address, request or person.')).toBeVisible()
  await page.getByRole('combobox', { name: 'Way' }).selectOptions('push')
  await expect
    .element(page.getByText('There is no push message for this address, request or person.'))
    .toBeVisible()
  await field.fill('')
  await expect.element(page.getByText('No push message yet')).toBeVisible()
})
