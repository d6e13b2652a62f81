import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { FanQuestion } from '../../sync/calls.ts'
import { pass, stopTimers } from '../testing/clock.ts'
import { openScreen } from '../testing/open-screen.tsx'
import { answeredQuestion, athlete } from '../testing/people.ts'
import { type Asked, answer, refused } from '../testing/server.ts'
import { onTold } from '../ui/toasts.ts'

const TOKEN = 'A'.repeat(43)
const VIEW = `/view/${TOKEN}`
/** What of a tip went back: nothing. */
const NOT_BACK = { refundedCents: 0, onItsWayCents: 0, disputedCents: 0 }

/** Answers for the page behind a private link: with this question in its current state, and with a player. */
function answerView(question: FanQuestion, playerUrl = 'about:blank#player'): FanQuestion {
  answer('view', () => ({ question, shared: false, now: Date.now() }))
  answer('mediaTicket', {
    playerUrl,
    fileUrl: '/media/film',
    width: 480,
    height: 854,
    type: 'video/mp4',
    bytes: 4,
    convertedPercent: null,
    expiresAt: Date.now() + 3_600_000,
  })
  answer('film', new Response('film'))
  return question
}

test('S2-2.7 S2-2.135 S2-2.136 S2-2.137 S2-2.138 the answer’s page: watched, and where to go from there', async () => {
  answerView(answeredQuestion())
  await openScreen(VIEW)
  await expect
    .element(page.getByRole('heading', { name: 'Your response has arrived', level: 1 }))
    .toBeVisible()
  await expect.element(page.getByTitle(/The answer from Maren/)).toBeVisible()
  await expect.element(page.getByText('I swallow half the lake')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Create a free account' }))
    .toHaveAttribute('href', '/fanjoin')
  await expect
    .element(page.getByRole('link', { name: 'Make another request' }))
    .toHaveAttribute('href', '/request/marenholt')
})

test('the rating and the tip stand below the video, in its column and before the question', async () => {
  answerView(answeredQuestion())
  await openScreen(VIEW)
  const place = async (shown: Locator) => {
    await expect.element(shown).toBeVisible()
    return shown.element().getBoundingClientRect()
  }
  const video = await place(page.getByTitle(/The answer from Maren/))
  const rating = await place(page.getByRole('radio', { name: '5 stars' }))
  const tip = await place(page.getByRole('heading', { name: 'Say thanks with a tip' }))
  const question = await place(page.getByText('I swallow half the lake'))
  const tops = [video.bottom, rating.top, tip.top, question.top]
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  expect(tip.left).toBeLessThan(video.right)
})

test('a video that was filmed upright is as wide as a phone, and what the system shows of it stands behind its address', async () => {
  answerView(answeredQuestion(), 'about:blank')
  await openScreen(VIEW)
  const player = page.getByTitle(/The answer from Maren/)
  await expect.element(player).toBeVisible()
  const { width, height } = player.element().getBoundingClientRect()
  const besides = 44
  expect(width).toBeGreaterThan(340)
  expect((height - besides) / width).toBeCloseTo(854 / 480, 1)
  await expect.element(player).toHaveAttribute('src', 'about:blank#title=Open+water&artist=Maren+Holt')
})

test('a player that cannot play says so in the words of the app, and offers the file', async () => {
  const script = "<script>parent.postMessage({ type: 'unplayable' }, '*')</script>"
  answerView(answeredQuestion(), `data:text/html,${encodeURIComponent(script)}`)
  await openScreen(VIEW)
  const words = page.getByText('This browser does not play the format of this video.')
  await expect.element(words.first()).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Download the file' }).first())
    .toHaveAttribute('href', '/media/film&download=1')
  await expect.element(page.getByTitle(/The answer from Maren/)).not.toBeInTheDocument()
})

test('a link that was cut in the mail leads to another one', async () => {
  answer('view', refused('bad-shape'))
  await openScreen(`/view/${TOKEN.slice(5)}`)
  await expect.element(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
  const way = page.getByRole('main').getByRole('link', { name: 'Lost link?' })
  await expect.element(way).toHaveAttribute('href', '/lostlink')
})

test('what the system noted of a question that ran out of time is no word from the athlete', async () => {
  const expired = { status: 'athlete rejected', answer: null, hold: 'released' } as const
  const noted = { ...expired, athleteNote: 'No answer in time' }
  answerView(answeredQuestion({ ...noted, reason: 'no-answer' }))
  await openScreen(VIEW)
  await expect.element(page.getByRole('region', { name: 'Payment' })).toBeVisible()
  await expect.element(page.getByText('A word from')).not.toBeInTheDocument()
  answerView(answeredQuestion({ ...expired, athleteNote: 'Not my sport.', reason: 'declined' }))
  await openScreen(VIEW)
  await expect.element(page.getByText('A word from Maren')).toBeVisible()
})

test('an answer that waits to be paid again has its button before the story, and its money has not gone back', async () => {
  const at = Date.now()
  const { answer: delivered } = answeredQuestion()
  const stored = { ...delivered!, state: 'stored', videoId: null, deliveredAt: null } as const
  const unpaid = {
    status: 'approved',
    settledAt: null,
    hold: 'lapsed',
    payAgainUntil: at + 3_600_000,
  } as const
  answerView(answeredQuestion({ ...unpaid, answer: stored }))
  await openScreen(VIEW)
  const button = page.getByRole('button', { name: 'Pay again' })
  await expect.element(button).toBeVisible()
  const story = page.getByText('Submitted', { exact: true })
  expect(button.element().getBoundingClientRect().bottom).toBeLessThan(
    story.element().getBoundingClientRect().top,
  )
  const icon = page.getByRole('region', { name: 'Payment' }).element().querySelector('use')
  expect(icon?.getAttribute('href')).toMatch(/#card$/)
})

test('an athlete who is no longer listed is not asked again: another one is', async () => {
  const unlisted = { ...answeredQuestion().athlete, isListed: false }
  answerView(answeredQuestion({ athlete: unlisted }))
  await openScreen(VIEW)
  await expect
    .element(page.getByRole('link', { name: 'Ask another athlete' }))
    .toHaveAttribute('href', '/ask')
  await expect.element(page.getByRole('link', { name: 'Make another request' })).not.toBeInTheDocument()
})

test('the answer is saved on the device, and stays saved', async () => {
  answerView(answeredQuestion())
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Save for offline' }).click()
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  await openScreen(VIEW)
  await expect.element(page.getByText('Saved on this device')).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect.element(page.getByRole('button', { name: 'Save for offline' })).toBeEnabled()
})

test('the answer is shared by a link of its own, which is copied and taken back', async () => {
  answerView(answeredQuestion())
  let out: { id: string; name: string; path: string; createdAt: number }[] = []
  answer('shares', () => ({ shares: out }))
  answer('share', ({ body }) => {
    const { linkId, name } = body as { linkId: string; name: string }
    out = [{ id: linkId, name, path: '/view/other', createdAt: Date.now() }]
    return {}
  })
  answer('unshare', ({ body }) => {
    out = out.filter(({ id }) => id !== (body as { linkId: string }).linkId)
    return {}
  })
  const told: string[] = []
  onTestFinished(onTold(({ text }) => void told.push(text)))
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Share' }).click()
  await expect.element(page.getByLabelText('Who is it for?')).toHaveFocus()
  await page.getByLabelText('Who is it for?').fill('Coach')
  await page.getByRole('button', { name: 'Make a link' }).click()
  stopTimers()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/view/other`)
  pass(1_999)
  await expect.element(page.getByRole('button', { name: 'Copied!' })).toBeVisible()
  pass(1)
  await expect.element(page.getByRole('button', { name: 'Copy', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Turn off the link for Coach' }).click()
  await expect.element(page.getByText('Nobody has a link yet.')).toBeVisible()
  expect(told).toEqual(['You made a link to your answer for Coach', 'You turned off the link for Coach'])
})

test('S2-4.31 S2-9.18 S2-8.49 five stars to begin with; skipped the rating is hidden, and sent once', async () => {
  const question = answerView(answeredQuestion())
  const rated = answer('rate', ({ body }) => {
    question.stars = (body as { stars: number }).stars
    return {}
  })
  await openScreen(VIEW)
  const send = page.getByRole('button', { name: 'Send feedback' })
  const skip = page.getByLabelText('Skip the rating')
  const words = page.getByLabelText('About the answer')
  await expect.element(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await skip.click()
  await expect.element(send).not.toBeInTheDocument()
  await openScreen(VIEW)
  await expect.element(skip).toBeChecked()
  await skip.click()
  await words.fill('Clear and kind.')
  await openScreen(VIEW)
  await expect.element(words).toHaveValue('Clear and kind.')
  await send.dblClick()
  await expect.element(page.getByText('Thank you for your feedback!')).toBeVisible()
  await expect.element(send).not.toBeInTheDocument()
  await expect.element(page.getByRole('img', { name: '5.0 out of 5 stars' })).toBeVisible()
  expect(rated.map(({ body }) => body)).toEqual([
    { token: TOKEN, stars: 5, responseFeedback: 'Clear and kind.', infieldFeedback: '' },
  ])
})

const confirm = page.getByRole('button', { name: 'Confirm' })
const charged = page.getByText(/^A tip of \$5 was charged on/)

/** Answers for tips of this question: each can be opened, and is paid as soon as its card is confirmed. */
function answerTips(question: FanQuestion): { opened: Asked[]; cards: Asked[] } {
  let amountCents = 0
  let state: 'pending' | 'paid' = 'pending'
  answer('tipStatus', () => ({ state, amountCents }))
  answer('cancelTip', {})
  return {
    opened: answer('createPaymentIntent', ({ body }) => {
      amountCents = (body as { amount: number }).amount
      return { clientSecret: 'pi_1_secret', paymentIntentId: 'pi_1' }
    }),
    cards: answer('standInConfirm', () => {
      state = 'paid'
      question.tips = [{ ...NOT_BACK, amountCents, paidAt: Date.now() }]
      return { status: 'succeeded' }
    }),
  }
}

test('S2-2.139 S2-5.39 D16 a tip is $5, $10, or an amount of one’s own from $2 on', async () => {
  const { opened } = answerTips(answerView(answeredQuestion()))
  await openScreen(VIEW)
  const custom = page.getByLabelText('Your tip')
  await expect.element(confirm).toBeDisabled()
  await page.getByText('Custom', { exact: true }).click()
  await custom.fill('1.99')
  await expect.element(page.getByText('Minimum of $2.')).toBeVisible()
  await expect.element(confirm).toBeDisabled()
  await custom.fill('2')
  await expect.element(page.getByText('Minimum of $2.')).not.toBeInTheDocument()
  await confirm.click()
  await expect.element(page.getByRole('button', { name: 'Pay $2' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('$10', { exact: true }).click()
  await confirm.click()
  await expect.element(page.getByRole('button', { name: 'Pay $10' })).toBeVisible()
  expect(opened.map(({ body }) => (body as { amount: number }).amount)).toEqual([200, 1_000])
})

test('S2-7.19 S2-8.35 D30 a bank that does not agree leads back, and nothing is said to be charged; then a card pays once', async () => {
  const { cards } = answerTips(answerView(answeredQuestion()))
  await openScreen(VIEW)
  await page.getByText('$5', { exact: true }).click()
  await confirm.click()
  const pay = page.getByRole('button', { name: 'Pay $5' })
  await expect.element(pay).toBeDisabled()

  const { href, pathname } = location
  history.replaceState(null, '', `${pathname}?payment_intent=pi_1&redirect_status=failed`)
  await openScreen(VIEW)
  await expect
    .element(page.getByText('An unknown error occurred during payment verification.').first())
    .toBeVisible()
  expect(location.search).toBe('')
  history.replaceState(null, '', href)
  await expect.element(charged).not.toBeInTheDocument()
  await page.getByText('$5', { exact: true }).click()
  await confirm.click()
  await page.getByText('Fill it in').click()
  await pay.dblClick()
  await expect.element(charged).toBeVisible()
  expect(cards).toHaveLength(1)
})

test.for([
  ['refunded whole', { refundedCents: 1_500 }, 'All of it went back to your card.'],
  ['being refunded', { onItsWayCents: 1_500 }, 'All of it is on its way back to your card.'],
  ['in dispute', { disputedCents: 1_500 }, 'A dispute of $15 is open at your bank'],
] as const)(
  'a payment that is %s is told as that, and no tip is asked for beside it',
  async ([, money, said]) => {
    const tips = [{ ...NOT_BACK, amountCents: 500, paidAt: Date.now() }]
    answerView(answeredQuestion({ ...money, tips }))
    await openScreen(VIEW)
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Your tip' })).toBeVisible()
    await expect.element(charged).toBeVisible()
    await expect.element(confirm).not.toBeInTheDocument()
    answerView(answeredQuestion({ ...money }))
    await openScreen(VIEW)
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: /tip/ })).not.toBeInTheDocument()
  },
)

/** Presses Tab, then Shift and Tab, until this element has the focus; throws when it never does. */
async function tabTo(wanted: Locator): Promise<void> {
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}'])
    for (let step = 0; step < 40; step += 1) {
      if (document.activeElement === wanted.element()) return
      await userEvent.keyboard(key)
    }
  throw new Error(`${wanted.selector} is not reached by keyboard`)
}

test('rated and tipped by keyboard alone: whatever is replaced, something near it has the focus', async () => {
  const question = answerView(answeredQuestion())
  const { cards } = answerTips(question)
  // A link that keeps the focus for a moment preloads its page.
  answer('athlete', athlete({ username: 'marenholt', firstName: 'Maren' }))
  answer('rate', ({ body }) => {
    question.stars = (body as { stars: number }).stars
    return {}
  })
  await openScreen(VIEW)
  await expect.element(page.getByRole('radio', { name: '5 stars' })).toBeChecked()
  await tabTo(page.getByRole('radio', { name: '5 stars' }))
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(page.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await tabTo(page.getByRole('button', { name: 'Send feedback' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your rating' })).toHaveFocus()

  const tip = page.getByRole('heading', { name: 'Say thanks with a tip' })
  await tabTo(page.getByRole('radio', { name: '$5' }))
  await userEvent.keyboard(' ')
  await tabTo(confirm)
  await userEvent.keyboard('{Enter}')
  await expect.element(tip).toHaveFocus()
  await tabTo(page.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Enter}')
  await expect.element(confirm).toBeVisible()
  await expect.element(tip).toHaveFocus()
  await tabTo(confirm)
  await userEvent.keyboard('{Enter}')
  const [fillIn, pay] = [page.getByText('Fill it in'), page.getByRole('button', { name: 'Pay $5' })]
  await expect.element(fillIn).toBeVisible()
  await tabTo(fillIn)
  await userEvent.keyboard('{Enter}')
  await expect.element(pay).toBeEnabled()
  await tabTo(pay)
  await userEvent.keyboard('{Enter}')
  await expect.element(charged).toBeVisible()
  await expect.element(tip).toHaveFocus()
  expect(cards).toHaveLength(1)
})

test('words typed while a report is being sent are not taken and then thrown away', async () => {
  answerView(answeredQuestion())
  const sent = Promise.withResolvers<void>()
  const reports = answer('report', () => sent.promise.then(() => ({})))
  await openScreen(VIEW)
  await page.getByRole('button', { name: 'Report a problem' }).click()
  const words = page.getByLabelText('What is wrong?')
  await words.fill('There is no sound.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect.poll(() => reports.length).toBe(1)
  await words.click()
  await userEvent.keyboard(' Nor a picture.')
  await expect.element(words).toHaveValue('There is no sound.')
  sent.resolve()
  await expect.element(words).not.toBeInTheDocument()
})

test('BR-2 a report of a problem that was begun is here again after a reload, until it is sent', async () => {
  answerView(answeredQuestion())
  answer('report', {})
  const open = async () => {
    await openScreen(VIEW)
    await page.getByRole('button', { name: 'Report a problem' }).click()
  }
  await open()
  const words = page.getByLabelText('What is wrong?')
  await words.fill('There is no sound.')
  await open()
  await expect.element(words).toHaveValue('There is no sound.')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect.element(words).not.toBeInTheDocument()
  await open()
  await expect.element(words).toHaveValue('')
})
