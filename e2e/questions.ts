import { randomUUID } from 'node:crypto'
import { UNDO_MS } from '../sync/limits.ts'
import type { Books } from './books.ts'
import type { Server } from './server.ts'

/** A demo athlete whose answers are free, so that asking needs no card. */
export const FREE_ATHLETE = 'sadiewren'

type Place = { server: Server; books: Books }

/** The demo's fan asks one question for each subject and an admin approves it, both by API calls. */
export async function askApproved({ server, books }: Place, subjects: readonly string[]): Promise<void> {
  const fan = await openSession(server, 'fan@infield.test')
  const { id: athleteId } = await fan.get(`/api/athletes/${FREE_ATHLETE}`)
  const { firstName, lastName, email } = fan.person
  const asker = { firstName, lastName, email, birthDate: '1990-01-01', countryCode: 'US', city: 'Boston' }
  for (const subject of subjects) {
    const questionId = randomUUID()
    const words = { subject, kind: 'text', text: 'How should it look?', video: null }
    const ask = { questionId, athleteId, ...words, asker, amountCents: 0 }
    await fan.post('/api/prepare-ask', { ask, captcha: null })
    await fan.push('question.ask', { questionId })
  }
  const admin = await openSession(server, 'admin@infield.test')
  for (const subject of subjects) {
    const [question] = await books.questions(subject)
    if (!question) throw new Error(`“${subject}” was not asked`)
    await admin.push('question.approve', { questionId: question.id, revision: question.revision })
  }
  await server.advance(UNDO_MS)
}

/** Returns the fan's path to each question, by its subject. */
export async function viewPaths(server: Server): Promise<Map<string, string>> {
  const fan = await openSession(server, 'fan@infield.test')
  const { questions } = await fan.get('/api/my-questions')
  type Mine = { subject: string; viewPath: string }
  return new Map(questions.map(({ subject, viewPath }: Mine) => [subject, viewPath]))
}

async function openSession(server: Server, email: string) {
  const origin = `http://127.0.0.1:${server.port}`
  const { name, value } = await server.beginSession(email)
  const send = async (path: string, more: RequestInit, headers = {}) => {
    const response = await fetch(origin + path, {
      ...more,
      headers: { cookie: `${name}=${value}`, origin, ...headers },
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const { csrf, person } = await send('/api/session', {})
  const post = (path: string, body: object) =>
    send(
      path,
      { method: 'POST', body: JSON.stringify(body) },
      { 'content-type': 'application/json', 'x-csrf-token': csrf },
    )
  return {
    person,
    get: (path: string) => send(path, {}),
    post,
    async push(intent: string, args: object): Promise<void> {
      const intents = [{ id: randomUUID(), name: intent, version: 1, args }]
      const body = { device: randomUUID(), account: person.id, intents }
      const { outcomes } = await post('/sync/push', body)
      if (outcomes[0].state !== 'settled') throw new Error(`${intent}: ${JSON.stringify(outcomes[0])}`)
    },
  }
}
