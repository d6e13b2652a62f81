import { expect, type Page } from 'playwright/test'
import { sampleScreens } from '../run/sampled.ts'
import type { Server } from '../server.ts'
import { Desk } from './desk.ts'
import { type Role, signIn } from './sign-in.ts'
import { ASKER, Wizard } from './wizard.ts'

/** Called for each screen once it is ready, with its name and its page. */
export type Look = (name: string, page: Page) => Promise<void>

export type Tour = { server: Server; open: () => Promise<Page>; look: Look }

/** The screens open to a visitor, each with its path and its heading. */
export const PUBLIC_SCREENS: readonly [name: string, path: string, heading: RegExp][] = [
  ['home', '/', /Real athletes/],
  ['directory', '/ask', /Pick an athlete/],
  ['directory-empty', '/ask?tags=running&q=nobody%20at%20all', /Pick an athlete/],
  ['profile', '/ask/athlete', /Rosa Lindqvist/],
  ['profile-promo', '/ask/teoadeyemi', /Teo Adeyemi/],
  ['profile-paused', '/ask/caldecosta', /Costa/],
  ['profile-missing', '/ask/nobodyatall', /Sorry, we can't seem to find that athlete/],
  ['not-found', '/no/such/page', /Unexpected Application Error/],
  ['sign-in', '/signin', /Sign in/],
  ['join', '/join', /Join/],
  ['about', '/about', /teammate who has been there/],
  ['benefits', '/benefits', /Paid for what you already know/],
  ['demo', '/demo', /From question to payday/],
  ['demo-dashboard', '/demodashboard', /Your dashboard/],
  ['contact', '/contact', /Let's get in touch/],
  ['waitlist', '/waitlist', /Apply to join/],
  ['lost-link', '/lostlink', /Lost link/],
  ['request', '/request/athlete', /Make a request/],
  ['fan-join', '/fanjoin', /\S/],
  ['athlete-join', '/athletejoin', /Become an Infielder/],
  ['password-reset', '/passwordreset', /\S/],
  ['my-data', '/mydata', /\S/],
  ['keep-account', '/keepaccount', /\S/],
  ['was-this-you', '/wasthisyou', /Was this you/],
  ['stop-payout', '/stoppayout', /Stop the change/],
  ['confirm-email', '/confirmemail', /Confirm your address/],
  ['set-up', '/setup', /\S/],
  ['activity', '/activity', /Activity/],
  ['privacy-policy', '/privacypolicy', /Privacy policy/],
  ['terms-of-service', '/termsofservice', /Terms of service/],
]

/** Visits the public screens. */
export async function tourPublicScreens({ open, look }: Tour): Promise<void> {
  const page = await open()
  for (const [name, path, heading] of sampleScreens('public screens', PUBLIC_SCREENS, 8)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await look(name, page)
  }
}

/** Visits the four steps of asking and the confirmation. */
export async function tourWizard({ open, look }: Tour): Promise<void> {
  const page = await open()
  await page.goto('/ask/athlete')
  const wizard = new Wizard(page)
  await wizard.open()
  await wizard.expectStep(1)
  await look('wizard-1', page)
  await wizard.writeQuestion('A hurdle too many', 'I lose my rhythm at hurdle six, every time. Why?')
  await wizard.next()
  await wizard.expectStep(2)
  await look('wizard-2', page)
  await wizard.tellWhoAsks(ASKER)
  await wizard.next()
  await wizard.expectStep(3)
  await wizard.acceptPrice()
  await look('wizard-3', page)
  await wizard.next()
  await expect(wizard.dialog.getByLabel('Card number')).toBeVisible()
  await look('wizard-4', page)
  await wizard.enterCard('4000 0000 0000 0002')
  await wizard.submit.click()
  await expect(wizard.dialog.getByText('Please check your payment details', { exact: false })).toBeVisible()
  await look('wizard-4-declined-card', page)
  await wizard.enterCard()
  await wizard.submit.click()
  await expect(wizard.submitted).toBeVisible()
  await look('submitted', page)
}

/** Visits the private page in every state that the demo has, by the links in the mails. */
export async function tourPrivatePages({ server, open, look }: Tour): Promise<void> {
  const mails = await server.mails()
  const pathIn = (recipient: string, subject: string) => {
    const mail = mails.find((each) => each.recipient.includes(recipient) && each.subject === subject)
    return /\/view\/[A-Za-z0-9_-]{43}/.exec(mail?.text ?? '')?.[0] ?? `/no mail “${subject}”`
  }
  const states: [name: string, path: string, headline: string][] = [
    ['view-screening', pathIn('ines@', 'Your question to Rosa is in'), 'Being screened'],
    ['view-approved', pathIn('jon@', 'Rosa has your question'), 'With Rosa'],
    ['view-recorded', pathIn('fan@', 'Lena has your question'), 'Recorded, on its way'],
    ['view-answered', pathIn('fan@', 'Your answer from Rosa is here'), 'Your response has arrived'],
    ['view-expired', pathIn('lucy@', 'No answer from Rosa in time'), 'Not answered'],
    ['view-declined', pathIn('omar@', 'Rosa could not take your question'), 'Declined'],
    ['view-rejected', pathIn('rick@', 'About your question'), 'Not approved'],
    ['view-cancelled', pathIn('fan@', 'Your question was withdrawn'), 'Withdrawn'],
  ]
  const page = await open()
  for (const [name, path, headline] of sampleScreens('private pages', states, 3)) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: headline, level: 1 })).toBeVisible()
    await look(name, page)
  }
}

async function openSignedIn({ server, open }: Tour, role: Role): Promise<Page> {
  const page = await open()
  await signIn(page, role, server)
  return page
}

/** Visits an athlete's dashboard, conversation, studio and recorder. */
export async function tourAthlete(tour: Tour): Promise<void> {
  const page = await openSignedIn(tour, 'athlete')
  await expect(page.getByRole('heading', { name: 'Stride pattern between hurdles' })).toBeVisible()
  await tour.look('dashboard', page)
  await page.goto('/dashboard?tab=outbox')
  await expect(page.getByRole('article', { name: 'First ten metres' })).toBeVisible()
  await tour.look('outbox', page)
  await page.goto('/dashboard?tab=conversations')
  await page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: /Sam O/ }).click()
  await expect(page.getByRole('heading', { name: /Sam O/ })).toBeVisible()
  await tour.look('conversation', page)
  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Waiting for you' })
    .getByRole('link', { name: /Is this start any good/ })
    .click()
  await expect(page.getByRole('button', { name: 'Record your answer' })).toBeVisible()
  await tour.look('studio', page)
  await page.getByRole('button', { name: 'Record your answer' }).click()
  await expect(page.getByRole('button', { name: 'Start recording' })).toBeEnabled()
  await tour.look('recorder', page)
}

/** Visits a conversation as a fan with an account. */
export async function tourFan(tour: Tour): Promise<void> {
  const page = await openSignedIn(tour, 'fan')
  await page.getByRole('link', { name: /Rosa L/ }).click()
  await expect(page.getByText('First ten metres').first()).toBeVisible()
  await tour.look('fan-conversation', page)
}

/** Visits the desk: the requests and one of them, the money, the team, and an athlete. */
export async function tourDesk(tour: Tour): Promise<void> {
  const page = await openSignedIn(tour, 'admin')
  await expect(page.getByRole('button', { name: /Losing it at hurdle four/ })).toBeVisible()
  await tour.look('desk', page)
  await new Desk(page).choose('Losing it at hurdle four')
  await expect(page.locator('[data-desk-video]')).toBeVisible()
  await tour.look('desk-request', page)
  await page.getByRole('link', { name: 'Money', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Owed by athletes' })).toBeVisible()
  await tour.look('desk-money', page)
  await page.getByRole('link', { name: 'Team', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Invite somebody' })).toBeVisible()
  await tour.look('desk-team', page)
  await page.getByRole('link', { name: 'Athletes', exact: true }).click()
  await page.getByRole('button', { name: '@athlete' }).click()
  await expect(page.getByRole('region', { name: 'The athlete' })).toBeVisible()
  await tour.look('desk-athlete', page)
}
