import type { RouteGroup } from '../http/routes-of.ts'
import { receiveWebhook } from './webhook.ts'

/** What the payment provider tells us, and in the absence of real money the stand-in's door for the card form. */
export function paymentRoutes({ app, context }: RouteGroup): void {
  app.post('/api/webhooks/stripe', async (c) => {
    const { status } = await receiveWebhook(
      context,
      await c.req.text(),
      c.req.header('stripe-signature') ?? '',
    )
    return c.json({ received: status === 200 }, status)
  })
  const standIn = context.payments.standIn
  if (standIn && context.env.mode !== 'production') {
    app.route('/dev/stripe/browser', standIn.browser)
  }
}
