import { expect, test } from 'vitest'
import { commands, page } from 'vitest/browser'
import type { PersonDocument } from '../../../sync/collections.ts'
import type { PushRequest } from '../../../sync/protocol.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import { sessionOf } from '../../testing/people.ts'
import { answer, refused, replicate, settleEverything } from '../../testing/server.ts'

const HANDLE = 'PayPal, ada@infield.test'
const finish = page.getByRole('button', { name: 'Finish setup' })

/** Opens the set-up of an athlete without a price, up to its last step, with a handle entered. */
async function openLastStep() {
  const session = sessionOf('creator')
  const id = session.person?.id ?? ''
  answer('session', session)
  answer('money', new Response(null, { status: 503 }))
  answer('payoutSetup', { state: 'none', countryCode: 'US' })
  const profile = {
    ...{ firstName: 'Ada', lastName: 'Berg', city: 'Eugene', countryCode: 'US', sport: 'Rowing' },
    ...{ instagram: null, tiktok: null, x: null, position: null, bio: 'I row.', noGoTopics: null },
    ...{ achievements: [], interests: [], payoutHandle: null, priceCents: null, pause: null, revision: 2 },
  }
  const person: PersonDocument = {
    ...{ id, role: 'creator', username: 'adaberg', firstName: 'Ada', lastName: 'Berg', sport: 'Rowing' },
    ...{ email: 'ada@infield.test', priceCents: null, paused: false, pictureUrl: null, coverUrls: [] },
    ...{ pictureRequests: [], profile },
  }
  replicate({ people: [person] })
  const pushes = settleEverything()
  await openScreen('/dashboard?tab=start')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByText('Step 2 of 3')).toHaveFocus()
  await page.getByRole('dialog').getByText('Manual payouts').click()
  await page.getByLabelText('Payment app and your name there').fill(HANDLE)
  await page.getByRole('button', { name: 'Continue' }).click()
  return () => pushes.flatMap(({ body }) => (body as PushRequest).intents)
}

const PRICE = { before: { priceCents: null }, after: { priceCents: 500 } }

test('S2-2.59 the price goes by the outbox alone, and where the athlete is paid by its call', async () => {
  const pushed = await openLastStep()
  const handles = answer('payoutHandle', { state: 'none', countryCode: 'US' })
  await finish.click()
  await expect.element(page.getByText(/^You are set up\./)).toBeVisible()
  expect(handles.map(({ body }) => body)).toEqual([{ handle: HANDLE }])
  await expect.poll(pushed).toMatchObject([{ name: 'profile.save', args: PRICE }])
  expect(JSON.stringify(pushed())).not.toContain('payoutHandle')
})

test.for([true, false])(
  'S2-2.59 the second tap of a double tap saves no price unseen, motion: %s',
  async (moves) => {
    await commands.wantMotion(moves)
    await openLastStep()
    await page.getByRole('button', { name: 'Back' }).click()
    const go = page.getByRole('button', { name: 'Continue' })
    await expect.element(go).toBeVisible()
    const { left, top } = go.element().getBoundingClientRect()
    go.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
    // React renders the next step in a microtask, and the second tap follows at the same place.
    await Promise.resolve()
    const under = document.elementFromPoint(left + 20, top + 20)
    expect(finish.query()).not.toBeNull()
    expect(under?.closest('button')).toBeNull()
    await commands.wantMotion(true)
  },
)

test('BR-2 when where to be paid is not saved, the dialog stays and says so; the price can be saved alone', async () => {
  const pushed = await openLastStep()
  answer('payoutHandle', refused('step-up-wanted'))
  await finish.click()
  const factor = page.getByRole('dialog', { name: 'Confirm it is you' })
  await factor.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText(/Nothing was changed: .* save your price alone/)).toBeVisible()
  answer('payoutHandle', new Response(null, { status: 503 }))
  await finish.click()
  await expect.element(page.getByText(/saved only online, and our server was not reached/)).toBeVisible()
  expect(pushed()).toEqual([])
  await page.getByRole('button', { name: 'Save my price alone' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.poll(pushed).toMatchObject([{ name: 'profile.save', args: PRICE }])
})
