import { afterEach, expect, test, vi } from 'vitest'
import { confirmPayment } from './stripe-form.tsx'
import type { Stripe } from './stripe-script.ts'

type Confirmed = Awaited<ReturnType<Stripe['confirmPayment']>>

afterEach(() => vi.unstubAllGlobals())

/** Makes a stub of the provider's script, because the real one is loaded from the provider. */
function scripted({ unread, confirmed = {} }: { unread?: string; confirmed?: Confirmed }) {
  const asked: Parameters<Stripe['confirmPayment']>[0][] = []
  const elements = {
    create: () => ({ mount: () => {}, destroy: () => {}, on: () => {} }),
    submit: async () => (unread ? { error: { message: unread } } : {}),
  }
  const stripe: Stripe = {
    elements: () => elements,
    async confirmPayment(options) {
      asked.push(options)
      return confirmed
    },
  }
  vi.stubGlobal('location', { origin: 'https://infield.test', pathname: '/ask/rosa' })
  return { asked, ready: { stripe, elements } }
}

test('S1-7.12 the card is confirmed by the provider’s script, which leaves the page only if the card requires it', async () => {
  const { asked, ready } = scripted({ confirmed: { paymentIntent: { status: 'requires_capture' } } })
  expect(await confirmPayment(ready, 'request')).toEqual({ ok: true })
  expect(asked).toEqual([
    {
      elements: ready.elements,
      redirect: 'if_required',
      confirmParams: { return_url: 'https://infield.test/ask/rosa' },
    },
  ])
})

test('S2-7.19 D30 a tip is confirmed without leaving the page, unless its card requires it, and then leads back to it', async () => {
  const { asked, ready } = scripted({ confirmed: { paymentIntent: { status: 'succeeded' } } })
  expect(await confirmPayment(ready, 'tip')).toEqual({ ok: true })
  expect(asked).toMatchObject([
    { redirect: 'if_required', confirmParams: { return_url: 'https://infield.test/ask/rosa' } },
  ])
})

test('a form that is not complete asks no card, and a status that is not the one wanted is no success', async () => {
  const incomplete = scripted({ unread: 'Your card number is incomplete.' })
  expect(await confirmPayment(incomplete.ready, 'tip')).toEqual({
    ok: false,
    problem: 'Your card number is incomplete.',
  })
  expect(incomplete.asked).toEqual([])
  const held = scripted({ confirmed: { paymentIntent: { status: 'requires_capture' } } })
  expect(await confirmPayment(held.ready, 'tip')).toMatchObject({ ok: false })
  expect(await confirmPayment(null, 'request')).toMatchObject({ ok: false })
})
