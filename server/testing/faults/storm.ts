import { isDeepStrictEqual } from 'node:util'
import { expireAtOnce } from '../storms/expiries.ts'
import { deliverEvents } from '../storms/webhooks.ts'
import type { Say } from './seeds.ts'

/** Makes so many questions due in one second, a tenth of them paid. Returns true if each expired exactly once. */
export async function stormExpiries(questions: number, say: Say): Promise<boolean> {
  const { early, expired, wrong, ms } = await expireAtOnce({ questions, paid: Math.ceil(questions / 10) })
  for (const row of wrong) say(JSON.stringify(row))
  say(
    `${questions} due in one second: ${expired} expired in ${ms} ms, ${early} early, ${wrong.length} not exactly once`,
  )
  return early === 0 && wrong.length === 0 && expired === questions
}

/**
 * Delivers about so many events, first in order, once and as they happen, and then late, half of them doubled and
 * shuffled. Returns true if both runs end the same.
 */
export async function stormWebhooks(events: number, say: Say): Promise<boolean> {
  const inOrder = await deliverEvents({ events, seed: 1, manner: 'in order' })
  say(`in order: ${inOrder.delivered} events in ${inOrder.ms} ms`)
  const wild = await deliverEvents({ events, seed: 1, manner: 'doubled and shuffled' })
  say(`half doubled and shuffled: ${wild.delivered} events in ${wild.ms} ms`)
  const differing = inOrder.stories.filter((story, n) => !isDeepStrictEqual(story, wild.stories[n]))
  for (const story of differing.slice(0, 10)) say(JSON.stringify(story))
  say(
    `${inOrder.stories.length} payments, ${differing.length} ended otherwise, ${inOrder.unhandled + wild.unhandled} events not handled`,
  )
  return differing.length === 0 && inOrder.unhandled + wild.unhandled === 0
}
