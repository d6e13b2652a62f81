import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { OnboardingDialog, PriceStep, StepButtons, Welcome } from './onboarding-dialog.tsx'
import { PayoutChoice } from './payout-choice.tsx'
import { ShareKit } from './share-kit.tsx'
import { shareLinks } from './share-links.ts'
import { GuideList } from './start-pane.tsx'

async function htmlOf(screen: ReactNode): Promise<string> {
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  await router.load()
  return renderToString(<RouterProvider router={router} />).replace(/<!-- -->/g, '')
}
const wordsOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
const nothing = () => undefined
const choice = (value: 'direct' | 'manual', countryCode: string) =>
  htmlOf(
    <PayoutChoice
      person={{ email: 'nora@example.com' }}
      countryCode={countryCode}
      value={value}
      onChange={nothing}
      handle=""
      onHandle={nothing}
    />,
  )

describe('setting up', () => {
  test('S2-2.52 S2-2.53 S2-2.54 the first of three steps welcomes, with four numbered points', async () => {
    const person = { id: 'p', firstName: 'Nora', username: 'noraquist' }
    const words = wordsOf(await htmlOf(<OnboardingDialog person={person} profile={null} onClose={nothing} />))
    expect(words).toMatch(/Welcome, Nora .*Step 1 of 3 .*Continue/)
    const points = await htmlOf(<Welcome />)
    expect(points.match(/<li/g)).toHaveLength(4)
    expect(wordsOf(points)).toMatch(/1 .* 2 .* 3 .* 4 /)
  })

  test('S2-2.59 the last button is “Finish setup”', async () => {
    const buttonsAt = async (step: number) =>
      wordsOf(
        await htmlOf(<StepButtons step={step} isBusy={false} onStep={nothing} onFinish={nothing} />),
      ).trim()
    expect([await buttonsAt(1), await buttonsAt(2), await buttonsAt(3)]).toEqual([
      'Continue',
      'Back Continue',
      'Back Finish setup',
    ])
  })

  test('S2-2.55 the second lets choose between direct deposits and manual payouts', async () => {
    const html = await choice('manual', 'NO')
    expect(html.match(/type="radio"/g)).toHaveLength(2)
    expect(wordsOf(html)).toMatch(
      /Direct deposits \(recommended\) .*Manual payouts .*Payment app and your name there/,
    )
  })

  test('S2-1.9 D36 D37 a country that is paid by hand alone is told so; the currency of payouts is said', async () => {
    expect(wordsOf(await choice('direct', 'NO'))).toMatch(
      /Set up direct deposits .*Prices and earnings are in US dollars; payouts arrive in the currency of your bank/,
    )
    const byHand = await choice('direct', 'AU')
    expect(byHand).toMatch(
      /type="radio"[^>]* disabled=""[^>]* value="direct"|value="direct"[^>]* disabled=""|disabled=""[^>]*value="direct"/,
    )
    expect(wordsOf(byHand)).toMatch(/Not in your country.*Payment app and your name there/)
    expect(byHand).not.toContain('Set up direct deposits')
  })

  test('S2-2.57 S2-2.58 S2-2.83 S2-9.9 D101 the third: the price, $5 first, and the link to copy; both paths are named', async () => {
    const html = await htmlOf(<PriceStep username="noraquist" value={500} onChange={nothing} />)
    expect(html.match(/<option /g)).toHaveLength(197)
    expect(html).toMatch(/<option value="500" selected="">\$5\.00/)
    expect(wordsOf(html)).toMatch(/\/ask\/noraquist .*\/request\/noraquist.*Copy share link/)
    expect(shareLinks('noraquist', 'https://infield.test').profile).toBe('https://infield.test/ask/noraquist')
  })
})

describe('Getting Started', () => {
  test('S2-2.78 S2-2.79 S2-2.80 S2-2.81 an accordion: payments, an automated reply on Instagram, the time to respond', async () => {
    const html = await htmlOf(<GuideList profile="https://infield.test/ask/noraquist" />)
    const guides = html.split('<details').slice(1)
    expect(guides.every((guide) => guide.startsWith(' name="guide"'))).toBe(true)
    const words = guides.map(wordsOf)
    expect(words.find((each) => each.includes('How do I set up my payments?'))).toMatch(
      /Direct deposits.*Manual payouts.*every two weeks when your balance is above \$100/,
    )
    expect(words.find((each) => each.includes('Instagram automatically?'))).toMatch(
      /automated reply.*infield\.test\/ask\/noraquist/,
    )
    expect(words.find((each) => each.includes('How much time do I have to respond to requests?'))).toMatch(
      /3 days .* auto-rejected and the fan is refunded\./,
    )
  })

  test('the share kit: the link, its code, a picture', async () => {
    const html = await htmlOf(<ShareKit username="noraquist" name="Nora Quist" sport="Rowing" />)
    expect(html).toContain('aria-label="QR code of /ask/noraquist"')
    expect(wordsOf(html)).toMatch(/\/ask\/noraquist .*Copy link .*Picture for a story/)
  })
})
