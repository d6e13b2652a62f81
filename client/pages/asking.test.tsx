import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import { newId } from '../api/new-id.ts'
import { startWithPayments } from '../api/session.ts'
import { openDevice } from '../db/device.ts'
import { type AskDraft, emptyDraft } from '../question/asking/ask-draft.ts'
import { Sender } from '../question/asking/sender.ts'
import type { SenderState } from '../question/asking/sender-state.ts'
import { SendStep } from '../question/wizard/send-step.tsx'
import { SubmittedDialog } from '../question/wizard/submitted-dialog.tsx'
import { WizardDialog } from '../question/wizard/wizard-dialog.tsx'

const athlete: PublicAthlete = {
  id: newId(),
  username: 'noraquist',
  firstName: 'Nora',
  lastName: 'Quist',
  sport: 'Track & Field',
  position: '800 m',
  bio: '',
  achievements: [],
  interests: [],
  tags: [],
  city: 'Eugene',
  countryCode: 'US',
  priceCents: 1_500,
  promo: false,
  paused: false,
  pausedUntil: null,
  pictureUrl: null,
  coverUrls: [],
  instagram: null,
  tiktok: null,
  x: null,
  tiktokEmbeds: [],
  answerMinutes: null,
  ratingTotal: 0,
  ratingCount: 0,
}
const whole: Partial<AskDraft> = {
  subject: 'Pacing',
  text: 'How fast is the first lap?',
  confirmed: true,
  asker: {
    firstName: 'Ada',
    lastName: 'Berg',
    birthDate: '2000-05-17',
    countryCode: 'NO',
    city: 'Oslo',
    email: 'ada@example.com',
  },
}
const steps = { forward() {}, back() {}, leave() {} }

async function htmlOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/ask/noraquist'] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />)
}

const askingOf = (change: Partial<AskDraft>) => ({
  athlete,
  device: openDevice(newId()),
  draftId: newId(),
  draft: { ...emptyDraft(newId()), ...change },
  dispatch() {},
  steps,
  saveNow: async () => {},
  kept: 'here' as const,
  onAsked: async () => {},
})

function wizardAt(step: number, change: Partial<AskDraft> = whole): Promise<string> {
  const asking = askingOf({ ...change, step })
  return htmlOf(<WizardDialog {...asking} lacksVideo={false} />)
}

/** Renders step 4 with the sender in the given state. */
function lastStep(state: Partial<SenderState>, amountCents: number): Promise<string> {
  const asking = askingOf({ ...whole, step: 3 })
  const sending = {
    stage: { at: 'idle' } as const,
    problem: null,
    card: null,
    isConfirming: false,
    submittedCents: null,
    ...state,
    sender: new Sender(asking),
  }
  const more = { amountCents, formId: 'card', mayPay: true, isCardBusy: false, onCardBusy() {} }
  return htmlOf(<SendStep {...asking} {...more} sending={sending} />)
}

/** Returns the names of the steps and the index of the current one, read from the progress dots. */
function dotsIn(html: string): { names: string[]; now: number } {
  const list = html.slice(html.indexOf('<ol'), html.indexOf('</ol>'))
  const dots = list.split('<li').slice(1)
  return {
    names: dots.map((dot) => dot.replace(/^[^>]*>|<!-- -->|<[^>]*>|, done/g, '')),
    now: dots.findIndex((dot) => dot.includes('aria-current="step"')),
  }
}

const labelsIn = (html: string) =>
  [...html.matchAll(/<label[^>]*>(.*?)<\/label>/gs)].map(([, inside = '']) =>
    inside.replace(/<!-- -->|<[^>]*>/g, ''),
  )

beforeAll(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
})

describe('the wizard', () => {
  test('S1-2.101 S1-2.102 S1-2.103 S1-2.104 S1-2.105 four steps by their names, with progress dots', async () => {
    const names = ['Your Question', 'Your Information', 'Confirm Payment', 'Review Your Request']
    for (const [step, name] of names.entries()) {
      const html = await wizardAt(step)
      expect(dotsIn(html)).toEqual({ names, now: step })
      expect(html.replace(/<!-- -->/g, '')).toContain(`Step ${step + 1} of 4: ${name}</h3>`)
    }
  })

  test('S1-4.7 step 2 asks for first name, last name, date of birth, country, city and email', async () => {
    expect(labelsIn(await wizardAt(1))).toEqual([
      'First name',
      'Last name',
      'Date of birth',
      'Country',
      'City',
      'Email',
    ])
  })
})

describe('the last step', () => {
  beforeAll(() => {
    startWithPayments('stand-in')
  })

  test('S1-4.16 the card form stands there when a payment is pending, and only then', async () => {
    const card = {
      at: 'card',
      clientSecret: 'pi_1_secret_2',
      paymentIntentId: 'pi_1',
      amountCents: 1_500,
    } as const
    const pending = await lastStep({ stage: card, card }, 1_500)
    expect(pending).toMatch(/<form id="card"/)
    expect(labelsIn(pending)).toEqual(['Card number', 'Expiry date', 'Security code'])
    expect(await lastStep({}, 1_500)).not.toContain('Card number')
    expect(await lastStep({}, 0)).not.toContain('<form')
  })

  test('S1-4.17 without a payment the button says Submit Request, with one what is held', async () => {
    const free = { ...whole, firstTime: true }
    const promo = { ...askingOf({ ...free, step: 3 }), athlete: { ...athlete, priceCents: 0 } }
    const html = await htmlOf(<WizardDialog {...promo} lacksVideo={false} />)
    expect(html).toContain('Submit Request')
    expect((await wizardAt(3)).replace(/<!-- -->/g, '')).toContain('Hold $15 and submit')
  })
})

test('S1-2.106 S1-2.107 S1-2.108 "Question Submitted!": look into spam, an answer in 3 days or all of it back', async () => {
  const dialog = (isPaid: boolean) =>
    htmlOf(
      <SubmittedDialog
        {...{ athlete, isPaid }}
        email="ada@example.com"
        viewPath="/view/t"
        wasEarlier={false}
        onClose={() => {}}
      />,
    )
  const html = await dialog(true)
  expect(html).toMatch(/<h2[^>]*>Question Submitted!<\/h2>/)
  expect(html).toMatch(/spam folder for the confirmation email/)
  expect(html).toMatch(/approved, it is answered within 3 days or you are fully refunded/)
  expect(await dialog(false), 'nothing was paid').not.toContain('refunded')
})
