import { readText } from '../http/body.ts'
import { answerRefusal } from '../http/refusal-response.ts'
import type { RouteGroup } from '../http/routes-of.ts'
import { receiveWebhook } from './webhook.ts'

/** Far more than any event of Stripe's; nobody has shown a signature before the body is read. */
const WEBHOOK_BYTES = 1_048_576

/** What the payment provider tells us, and in the absence of real money the stand-in's door for the card form. */
export function paymentRoutes({ app, context }: RouteGroup): void {
  app.post('/api/webhooks/stripe', async (c) => {
    const body = await readText(c, WEBHOOK_BYTES)
    if (!body.ok) return answerRefusal(c, body.refusal)
    const { status } = await receiveWebhook(context, body.value, c.req.header('stripe-signature') ?? '')
    return c.json({ received: status === 200 }, status)
  })
  const standIn = context.payments.standIn
  if (standIn && context.env.mode !== 'production') {
    app.route('/dev/stripe/browser', standIn.browser)
  }
}
