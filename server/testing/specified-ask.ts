import type {
  CheckExistingUserAnswer,
  CreatePaymentIntentAnswer,
} from '../../sync/question/specified-calls.ts'
import { type Actors, pay } from './actors.ts'
import type { Browser } from './browser.ts'

/**
 * Confirms a card for a question to the athlete by the specification's own calls, which tell us of the asker and make
 * a hold before there is an ask. Returns what `/send-request` asks with.
 */
export async function confirmBeforeAsk({ athlete, world }: Actors, fan: Browser, email: string) {
  const who = { firstName: 'Kim', lastName: 'Lee', email }
  const where = { dob: '1999-05-05', city: 'Boston', country: 'US' }
  const ticket = await fan.post<CheckExistingUserAnswer>('/api/check-existing-user', {
    responderUuid: athlete.id,
    ...who,
    ...where,
  })
  const { body } = await fan.post<CreatePaymentIntentAnswer>('/api/create-payment-intent', {
    ...{ amount: 1_500, currency: 'usd', capture_method: 'manual', ...who },
    ...{ athlete_id: athlete.id, athlete_username: athlete.username, athlete_stripe_id: 'acct_1' },
    metadata: { requestType: 'text', athleteId: athlete.id, timestamp: 1 },
  })
  await pay(fan, body.clientSecret)
  await world.quiesce()
  const { conversationId, requesterUuid: senderId } = ticket.body
  const { paymentIntentId } = body
  return { conversationId, senderId, receiverId: athlete.id, paymentIntentId, paymentAmount: 15 }
}
