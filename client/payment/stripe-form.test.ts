import { afterEach, expect, test, vi } from 'vitest'
import { NO_ANSWER } from './card-seam.tsx'
import { checkCard, confirmPayment } from './stripe-form.tsx'
import type { Stripe } from './stripe-script.ts'

type Confirmed = Awaited<ReturnType<Stripe['confirmPayment']>>

afterEach(() => vi.unstubAllGlobals())

/** Makes a stub of the provider's script, because the real one is loaded from the provider. */
type Scripted = { unread?: string; confirmed?: Confirmed; intent?: Stripe['retrievePaymentIntent'] }

function scripted({ unread, confirmed = {}, intent = async () => ({}) }: Scripted) {
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
    retrievePaymentIntent: intent,
  }
  vi.stubGlobal('location', { origin: 'https://infield.test', pathname: '/ask/rosa' })
  return { asked, ready: { stripe, elements } }
}

test('S1-7.12 the card is confirmed by the provider’s script, which leaves the page only if the card requires it', async () => {
  const { asked, ready } = scripted({ confirmed: { paymentIntent: { status: 'requires_capture' } } })
  expect(await confirmPayment(ready, 'secret', 'request')).toEqual({ ok: true })
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
  expect(await confirmPayment(ready, 'secret', 'tip')).toEqual({ ok: true })
  expect(asked).toMatchObject([
    { redirect: 'if_required', confirmParams: { return_url: 'https://infield.test/ask/rosa' } },
  ])
})

test('a form that is not complete says so before anything else, and a status that is not the one wanted is no success', async () => {
  const incomplete = scripted({ unread: 'Your card number is incomplete.' })
  expect(await checkCard(incomplete.ready, 'tip')).toBe('Your card number is incomplete.')
  expect(await checkCard(scripted({}).ready, 'tip')).toBeNull()
  expect(await checkCard(null, 'tip')).not.toBeNull()
  const held = scripted({ confirmed: { paymentIntent: { status: 'requires_capture' } } })
  expect(await confirmPayment(held.ready, 'secret', 'tip')).toMatchObject({ ok: false })
  expect(await confirmPayment(null, 'secret', 'request')).toMatchObject({ ok: false })
})

test('a card that went through although the answer was lost, or was confirmed before, counts as confirmed', async () => {
  const lost = { error: { type: 'api_connection_error', message: 'We could not connect' } }
  const there = scripted({
    confirmed: lost,
    intent: async () => ({ paymentIntent: { status: 'succeeded' } }),
  })
  expect(await confirmPayment(there.ready, 'secret', 'tip')).toEqual({ ok: true })
  const again = { type: 'invalid_request_error', payment_intent: { status: 'succeeded' } }
  expect(await confirmPayment(scripted({ confirmed: { error: again } }).ready, 'secret', 'tip')).toEqual({
    ok: true,
  })
})

test('where nobody knows what became of a card, it says so; only words about the card are Stripe’s own', async () => {
  const error = { type: 'api_connection_error', message: 'We could not connect' }
  const intent = () => Promise.reject(new Error('offline'))
  const unknown = scripted({ confirmed: { error }, intent })
  expect(await confirmPayment(unknown.ready, 'secret', 'tip')).toEqual({ ok: false, problem: NO_ANSWER })
  const open = scripted({
    confirmed: { error: { type: 'api_error', message: 'req_123 failed' } },
    intent: async () => ({ paymentIntent: { status: 'requires_payment_method' } }),
  })
  const failed = await confirmPayment(open.ready, 'secret', 'tip')
  expect(failed).toMatchObject({ ok: false, problem: expect.not.stringContaining('req_123') })
  const card = { type: 'card_error', message: 'Your card was declined.' }
  const declined = scripted({ confirmed: { error: card } })
  expect(await confirmPayment(declined.ready, 'secret', 'tip')).toMatchObject({ problem: card.message })
})
