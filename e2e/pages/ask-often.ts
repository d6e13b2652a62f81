/** Runs in the fan's page: asks this many free questions, as the app asks them. */
export async function askOften(count: number): Promise<void> {
  const { csrf, person } = await (await fetch('/api/session')).json()
  const { id: athleteId } = await (await fetch('/api/athletes/sadiewren')).json()
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrf }
    const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
  const { firstName, lastName, email } = person
  const asker = { firstName, lastName, email, birthDate: '1990-01-01', countryCode: 'US', city: 'Boston' }
  for (let n = 1; n <= count; n += 1) {
    const questionId = crypto.randomUUID()
    const words = {
      subject: `Walk ${n}`,
      kind: 'text',
      text: `How far should I walk on day ${n}?`,
      video: null,
    }
    const ask = { questionId, athleteId, ...words, asker, amountCents: 0 }
    await post('/api/prepare-ask', { ask, captcha: null })
    const intent = { id: crypto.randomUUID(), name: 'question.ask', version: 1, args: { questionId } }
    await post('/sync/push', { device: crypto.randomUUID(), account: person.id, intents: [intent] })
  }
}
