import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import httpEce from 'http_ece'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { type Actors, answered, asked, screen, signedIn } from '../testing/actors.ts'
import { openWorld, type World } from '../testing/world.ts'
import { MAIL_KINDS } from './enqueue.ts'
import { renderForTeam, sendMail } from './mail.ts'
import { type RenderedMail, smtpTransport } from './mail-transport.ts'
import { sendPush } from './push-messages.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  world = await openWorld()
  actors = {
    world,
    athlete: await world.makePerson({ role: 'creator', priceCents: 1_500 }),
    admin: await world.makePerson({ role: 'admin' }),
  }
})
afterAll(() => world.end())

const NO_POSTERS = { isAwaited: async () => false, read: async () => null }

/** Starts a push service that keeps what it receives and answers with a chosen status. */
async function pushService() {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = []
  let status = 201
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    received.push({ headers: request.headers, body: Buffer.concat(parts) })
    response.writeHead(status).end()
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return {
    received,
    endpoint: `http://127.0.0.1:${port}/push`,
    answer: (next: number) => {
      status = next
    },
    close: () => server.close(),
  }
}

describe('push', () => {
  test('BR-6 an approved request reaches the athlete as a push message that only their device can read, and tells nothing private', async () => {
    const service = await pushService()
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const auth = randomBytes(16)
    const athlete = await signedIn(world, actors.athlete)
    const subscription = {
      endpoint: service.endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }
    expect((await athlete.post('/api/push-subscription', subscription)).status).toBe(200)
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    expect(service.received).toHaveLength(1)
    const [push] = service.received
    const text = httpEce
      .decrypt(push?.body ?? Buffer.alloc(0), { version: 'aes128gcm', privateKey: keys, authSecret: auth })
      .toString()
    expect(JSON.parse(text)).toMatchObject({
      title: 'A new question is waiting',
      url: `/dashboard?question=${questionId}`,
      tag: `request-approved-${questionId}`,
    })
    expect(text).not.toContain('catch')
    expect(push?.headers.authorization).toMatch(/^vapid t=/)
    service.answer(410)
    const again = await asked(actors)
    await screen(actors, again.questionId)
    expect(
      await world.database.sql`select from push_subscription where endpoint = ${service.endpoint}`,
    ).toHaveLength(0)
    service.close()
  })

  test('only known push services are called, for signed-in people alone', async () => {
    const athlete = await signedIn(world, actors.athlete)
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    for (const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://127.0.0.2/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
      'https://fcm.googleapis.com.evil.test/x',
      'https://fcm.googleapis.com@evil.test/x',
      'https://fcm.googleapis.com:8443/x',
      'nonsense',
    ]) {
      expect((await athlete.post('/api/push-subscription', { endpoint, keys })).status).toBe(400)
    }
    const visitor = world.browser()
    expect(
      (await visitor.post('/api/push-subscription', { endpoint: 'https://fcm.googleapis.com/x', keys }))
        .status,
    ).toBe(401)
  })

  /** Registers another device of the athlete at a push service of its own. */
  async function anotherDevice() {
    const service = await pushService()
    const keys = createECDH('prime256v1')
    keys.generateKeys()
    const shown = { p256dh: keys.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
    const device = await signedIn(world, actors.athlete)
    const subscription = { endpoint: service.endpoint, keys: shown }
    expect((await device.post('/api/push-subscription', subscription)).status).toBe(200)
    return service
  }

  /** Removes devices, and returns how many were still known. */
  async function forget(...services: Awaited<ReturnType<typeof pushService>>[]) {
    for (const service of services) service.close()
    const known = await world.database.sql`
      delete from push_subscription where endpoint = any (${services.map(({ endpoint }) => endpoint)}) returning 1`
    return known.length
  }

  test('N2 a device whose push service is out of order, or refuses it for good, keeps a push from no other and repeats it to none', async () => {
    const [broken, refusing, well] = [await anotherDevice(), await anotherDevice(), await anotherDevice()]
    broken.answer(503)
    refusing.answer(403)
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const readPush = async () => {
      const [push] = await world.database.sql<{ id: string; isSent: boolean; error: string | null }[]>`
        select id, sent_at is not null as "isSent", error from push_message
        where question_id = ${questionId} and kind = 'request-approved'`
      return push
    }
    const push = await readPush()
    expect(push).toMatchObject({ isSent: false, error: expect.stringContaining('503') })
    broken.answer(201)
    await sendPush(world.context, push?.id ?? '')
    expect(await readPush()).toMatchObject({ isSent: true, error: null })
    expect([well, refusing].map(({ received }) => received.length)).toEqual([1, 1])
    expect(broken.received.length).toBeGreaterThan(1)
    expect(await forget(broken, refusing, well)).toBe(3)
  })

  test('a push message that is refused for good is logged with the status and the keys to look at', async () => {
    const refusing = await anotherDevice()
    refusing.answer(403)
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const [push] = await world.database.sql<{ id: string }[]>`
      update push_message set sent_at = null, handed_to = '{}'
      where question_id = ${questionId} and kind = 'request-approved' returning id`
    const lines: string[] = []
    const log = createLog('info', { to: { write: (line) => lines.push(line) } })
    await sendPush({ ...world.context, log }, push?.id ?? '')
    expect(lines.join('')).toMatch(/"status":403.*VAPID_PUBLIC_KEY.*lost-key\.md/)
    await forget(refusing)
  })

  test('a push about a question is kept by its service no longer than the question waits', async () => {
    const service = await anotherDevice()
    const { questionId } = await asked(actors)
    const waitsS = 3_600
    await screen(actors, questionId)
    await world.database
      .sql`update question set due_at = app_now() + interval '1 hour' where id = ${questionId}`
    const [push] = await world.database.sql<{ id: string }[]>`
      update push_message set sent_at = null, handed_to = '{}'
      where question_id = ${questionId} and kind = 'request-approved' returning id`
    await sendPush(world.context, push?.id ?? '')
    const [first, second] = service.received.map(({ headers }) => Number(headers.ttl))
    expect(first).toBeLessThanOrEqual(3 * 86_400)
    expect(Math.abs((second ?? 0) - waitsS)).toBeLessThan(60)
    await forget(service)
  })

  test('a push message handed over twice is one by its tag, and marked sent once', async () => {
    const first = await anotherDevice()
    const { questionId } = await asked(actors)
    await screen(actors, questionId)
    const readPush = async () => {
      const [push] = await world.database.sql<{ id: string; tries: number }[]>`
        select id, tries from push_message where question_id = ${questionId} and kind = 'request-approved'`
      return push
    }
    const second = await anotherDevice()
    await sendPush(world.context, (await readPush())?.id ?? '')
    expect([first.received.length, second.received.length, (await readPush())?.tries]).toEqual([1, 0, 1])
    await forget(first, second)
  })
})

describe('mail', () => {
  test('D106 mails leave over real SMTP to the stored address, with a private link that opens the question', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (part: Buffer) => {
          text += part.toString()
        })
        stream.on('end', () => {
          received.push(text)
          done()
        })
      },
    })
    await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
    const { port } = smtp.server.address() as AddressInfo
    const mail = smtpTransport(`smtp://127.0.0.1:${port}`, 'Infield <hello@infield.test>')
    const { questionId, viewPath } = await asked(actors, { subject: 'Hi\u00a0there' })
    const [row] = await world.database.sql<{ id: string }[]>`
      update mail set sent_at = null where question_id = ${questionId} and kind = 'ask-received' returning id`
    await sendMail({ ...world.context, mail }, row?.id ?? '', NO_POSTERS)
    const parsed = await PostalMime.parse(received[0] ?? '')
    expect(parsed.to?.[0]?.address).toBe(`k${questionId.slice(0, 8)}@fan.test`)
    expect(parsed.text).toContain(viewPath)
    expect(parsed.messageId).toContain(row?.id)
    mail.close()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  })

  test('beyond this machine a mail leaves over TLS or not at all', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: (stream, _session, done) =>
        void stream.on('data', (part) => received.push(part)).on('end', done),
    })
    await new Promise<void>((ready) => smtp.listen(0, '127.0.0.1', ready))
    const { port } = smtp.server.address() as AddressInfo
    const mail = smtpTransport(`smtp://127.0.0.1:${port}`, 'hello@infield.test', () => false)
    const rendered = { id: 'a', subject: 'Set a new password', text: '#token=x', html: '#token=x' }
    await expect(
      mail.send({ ...rendered, recipient: { name: 'Kim', address: 'kim@fan.test' } }),
    ).rejects.toMatchObject({ code: 'ETLS' })
    expect(received).toEqual([])
    mail.close()
    await new Promise<void>((closed) => smtp.close(() => closed()))
  })

  test('D41 the private link goes to the asker alone: no mail to the athlete carries one', async () => {
    const { viewPath } = await answered(actors)
    const mails = await world.mails()
    const token = viewPath.replace('/view/', '')
    const carriers = mails.filter((mail) => mail.text.includes(token))
    // received, approved, ready: the mail about the recording was replaced by the last one
    expect(carriers.length).toBeGreaterThanOrEqual(3)
    expect(carriers.filter((mail) => mail.recipient === actors.athlete.email)).toEqual([])
    expect(
      mails.filter((mail) => mail.recipient === actors.athlete.email && mail.text.includes('/view/')),
    ).toEqual([])
  })

  test('D41 a mail of no kind brings a private link to a person whom it names', async () => {
    const { questionId } = await asked(actors)
    for (const kind of MAIL_KINDS) {
      const id = randomUUID()
      await world.database.sql`
        insert into mail (id, kind, question_id, person_id) values (${id}, ${kind}, ${questionId}, ${actors.athlete.id})`
      const mail = await renderForTeam(world.context, id, [])
      expect(`${kind}: ${mail?.text}`).not.toMatch(/undefined$|\/view\/|#token=/)
    }
  })

  test('what a person typed cannot write a header or markup', async () => {
    const asker = {
      firstName: '<b>Kim</b>',
      lastName: 'Lee',
      birthDate: '1999-05-05',
      countryCode: 'US',
      city: 'B',
      email: 'markup@fan.test',
    }
    await asked(actors, { asker, subject: '<img src=x> at www.evil.example' })
    const [mail] = await world.database.sql<{ html: string; subject: string }[]>`
      select html, subject from mailbox where recipient = 'markup@fan.test'`
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&lt;b&gt;Kim&lt;/b&gt;')
    expect(mail?.html).toContain('evil.\u2060example')
    expect(mail?.html).not.toContain('evil.example')
  })

  test('a name that was let in with line breaks writes no header of its own', async () => {
    const { sql } = world.database
    const { questionId } = await asked(actors)
    const typed = 'Hi\r\nBcc: x@evil.test\u202e\u2028'
    await sql`
      update question set asker = asker || ${sql.json({ firstName: typed, lastName: typed })} where id = ${questionId}`
    const [before] = await sql<{ name: string }[]>`
      select first_name as name from person where id = ${actors.athlete.id}`
    await sql`update person set first_name = ${typed} where id = ${actors.athlete.id}`
    const [row] = await sql<{ id: string }[]>`
      update mail set sent_at = null where question_id = ${questionId} and kind = 'ask-received' returning id`
    const sent: RenderedMail[] = []
    const mail = { send: async (each: RenderedMail) => void sent.push(each), close: () => {} }
    await sendMail({ ...world.context, mail }, row?.id ?? '', NO_POSTERS)
    await sql`update person set first_name = ${before?.name ?? ''} where id = ${actors.athlete.id}`
    const headers = sent.flatMap(({ subject, recipient }) => [subject, recipient.name])
    expect(headers).toEqual([expect.stringContaining('Bcc'), expect.stringContaining('Bcc')])
    expect(headers.join('')).not.toMatch(/[\r\n\u2028\u202e]/)
  })
})

test('a mail to the team that waits goes to nobody who was removed or got another role since', async () => {
  const { sql } = world.database
  const { questionId } = await asked(actors)
  const member = await world.makePerson({ role: 'admin' })
  const leaves = async (kind: string, data: object = {}) => {
    const [id, of] = [randomUUID(), kind === 'weekly-digest' ? null : questionId]
    await sql`
      insert into mail (id, kind, question_id, person_id, data)
      values (${id}, ${kind}, ${of}, ${member.id}, ${sql.json(data as never)})`
    await sendMail(world.context, id, NO_POSTERS)
    return { id, left: (await sql`select from mailbox where id = ${id}`).length === 1 }
  }
  const kinds = [['desk-ending'], ['weekly-digest'], ['dispute-opened', { cents: '1' }]] as const
  const all = async () => Promise.all(kinds.map(async ([kind, data]) => (await leaves(kind, data)).left))
  const { id } = await leaves('desk-ending')
  expect(await all()).toEqual([true, true, true])
  await sql`update person set desk_role = 'accountant' where id = ${member.id}`
  expect(await all()).toEqual([false, false, true])
  const again = { way: 'mail', messageId: id, newId: randomUUID() }
  const desk = await signedIn(world, actors.admin)
  const refusal = { code: 'changed-meanwhile' }
  expect(await desk.push('message.send-again', again)).toMatchObject({ refusal })
  await sql`update person set closed_at = app_now() where id = ${member.id}`
  expect(await all()).toEqual([false, false, false])
  expect(await sql`select from mail where person_id = ${member.id} and sent_at is null`).toEqual([])
})
