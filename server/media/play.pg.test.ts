import { createHash, randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TICKET_MS } from '../../sync/media/ticket.ts'
import { advanceClock } from '../testing/clock.ts'
import {
  announce,
  clip,
  guest,
  type MediaWorld,
  mediaWorld,
  outcome,
  sendWhole,
} from '../testing/media/media-world.ts'
import { transact } from '../transact.ts'
import { mintTicket, playerPage, serveMedia } from './play.ts'
import { serveVideoPicture } from './rendition/serve-picture.ts'
import { renditionKey } from './rendition/store.ts'
import { purgeMedia } from './sweep.ts'
import { verifyMedia } from './verify.ts'

let world: MediaWorld
let mediaId: string
let file: Buffer

async function storedVideo(): Promise<string> {
  const bytes = await clip('question.webm')
  const said = announce(bytes)
  await sendWhole(world, guest(), { bytes, said })
  await verifyMedia(world.context, said.mediaId)
  return said.mediaId
}

beforeAll(async () => {
  world = await mediaWorld()
  mediaId = await storedVideo()
  file = await readFile(join(world.dir, 'served', `${mediaId}.webm`))
})

afterAll(() => world.end())

/** Stores a rendition as if a converter had made it. */
async function putMade(id: string, kind: 'small' | 'poster' | 'strip', made: Buffer): Promise<void> {
  const key = renditionKey(id, kind)
  await writeFile(join(world.dir, 'served', key), made)
  await world.sql`
    insert into rendition (media_id, kind, state, file_key, bytes, width, height, made_at)
    values (${id}, ${kind}, 'made', ${key}, ${made.length}, 1, 1, now())`
}

async function ticketFor(id: string): Promise<string> {
  const now = (await world.context.clock.now()).getTime()
  return mintTicket('a key for tickets', { mediaId: id, expiresAt: now + TICKET_MS })
}

async function play(
  more: {
    id?: string
    ticket?: string
    range?: string
    method?: string
    query?: string
    saveData?: string
  } = {},
) {
  const { id = mediaId, range, method = 'GET', query = '', saveData } = more
  const ticket = more.ticket ?? (await ticketFor(id))
  const headers = { ...(range !== undefined && { range }), ...(saveData && { 'save-data': saveData }) }
  const request = new Request(`http://localhost:3000/media/${id}?t=${ticket}${query}`, { method, headers })
  return serveMedia(world.context, request, { mediaId: id, ticket })
}

const bodyOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('ASVS 14.3.2 a picture of a video is as private as the video: no browser keeps it', async () => {
  for (const kind of ['poster', 'strip'] as const) {
    await putMade(mediaId, kind, Buffer.from('a picture'))
    const { headers } = await serveVideoPicture(world.context, mediaId, kind)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'private, no-store',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
    })
  }
})

describe('a video file', () => {
  test('is given whole to whoever holds a ticket', async () => {
    const response = await play()
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-store',
      'content-disposition': 'inline; filename="infield-question.webm"',
      'content-length': String(file.length),
      'content-type': 'video/webm',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    expect((await bodyOf(response)).equals(file)).toBe(true)
  })

  test('that a player reads from the store itself has an address signed at the time of the database', async () => {
    const signedAt: Date[] = []
    const signed = {
      origin: 'https://store.example',
      address: async (key: string, { at }: { at: Date }) => {
        signedAt.push(at)
        return `https://store.example/${key}`
      },
    }
    const context = { ...world.context, blobs: { ...world.context.blobs, signed } }
    const headers = { 'sec-fetch-dest': 'video', 'sec-fetch-site': 'cross-site' }
    await advanceClock(world.sql, 3_600_000)
    const ticket = await ticketFor(mediaId)
    const request = new Request(`http://localhost:3000/media/${mediaId}?t=${ticket}`, { headers })
    const response = await serveMedia(context, request, { mediaId, ticket })
    expect(response.headers.get('location')).toBe(`https://store.example/${mediaId}.webm`)
    expect(signedAt[0]?.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  })

  test('is given in ranges', async () => {
    const response = await play({ range: 'bytes=100-299' })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes 100-299/${file.length}`)
    expect(response.headers.get('content-length')).toBe('200')
    expect((await bodyOf(response)).equals(file.subarray(100, 300))).toBe(true)
    const end = await play({ range: 'bytes=-10' })
    expect((await bodyOf(end)).equals(file.subarray(-10))).toBe(true)
  })

  test.each(['bytes=0-1,4-5', 'bytes=9-3', 'bytes=99999999-', 'lines=1-2'])(
    'has no range %s',
    async (range) => {
      const response = await play({ range })
      expect([response.status, response.headers.get('content-range')]).toEqual([
        416,
        `bytes */${file.length}`,
      ])
      expect(await response.text()).toBe('')
    },
  )

  test('is given small to whoever asks for it or spares data, once there is a small version', async () => {
    const id = await storedVideo()
    const small = { query: '&quality=small' }
    const whole = Number((await play({ id })).headers.get('content-length'))
    const lengthOf = async (how: Parameters<typeof play>[0]) =>
      Number((await play({ id, method: 'HEAD', ...how })).headers.get('content-length'))
    expect(await lengthOf(small), 'while there is none').toBe(whole)
    const made = Buffer.from('a small film')
    await putMade(id, 'small', made)
    const response = await play({ id, ...small, range: 'bytes=2-6' })
    expect((await bodyOf(response)).toString()).toBe('small')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-range': `bytes 2-6/${made.length}`,
      'content-type': 'video/mp4',
    })
    const saving = { saveData: 'on' }
    expect(await lengthOf(saving)).toBe(made.length)
    expect(await lengthOf({ ...saving, query: '&quality=full' }), 'chosen all the same').toBe(whole)
    expect(await lengthOf({ ...saving, query: '&download=1' }), 'to be kept').toBe(whole)
    expect(await lengthOf({}), 'who asks for nothing').toBe(whole)
  })

  test('is described by HEAD and offered for keeping', async () => {
    const head = await play({ method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(file.length)])
    expect(head.body).toBeNull()
    const kept = await play({ query: '&download=1' })
    expect(kept.headers.get('content-disposition')).toBe('attachment; filename="infield-question.webm"')
    await kept.body?.cancel()
  })

  test('D39 stays shut without a good ticket, and when it is not there', async () => {
    const missing = { status: 404, code: 'not-found' }
    expect(await outcome(await play({ ticket: '' }))).toEqual(missing)
    expect(await outcome(await play({ ticket: await ticketFor(randomUUID()) }))).toEqual(missing)
    expect(await outcome(await play({ id: 'no-id-at-all', ticket: 'x.y' }))).toEqual(missing)
    expect(await outcome(await play({ id: randomUUID() }))).toEqual(missing)
    const purged = await storedVideo()
    await transact(world.context, (inside) => purgeMedia(inside, purged))
    expect(await outcome(await play({ id: purged }))).toEqual(missing)
  })

  test('is shut again when the ticket expires, on every request', async () => {
    const ticket = await ticketFor(mediaId)
    expect((await play({ ticket, range: 'bytes=0-9' })).status).toBe(206)
    await advanceClock(world.sql, TICKET_MS)
    expect((await play({ ticket, range: 'bytes=10-19' })).status).toBe(404)
  })
})

describe('S2-2.69 the player page', () => {
  const page = async (id: string, ticket: string, query = '') => {
    const request = new Request(`http://localhost:3000/player/${id}?t=${encodeURIComponent(ticket)}${query}`)
    return playerPage(world.context, request, { mediaId: id, ticket })
  }

  test('plays one video, is sandboxed without an origin, and runs its own script alone', async () => {
    const ticket = await ticketFor(mediaId)
    const response = await page(mediaId, ticket)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(response.status).toBe(200)
    expect(policy).toContain(
      "default-src 'none'; media-src 'self' http://localhost:3000 data:; style-src 'sha256-",
    )
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/; sandbox allow-scripts allow-downloads$/)
    const html = await response.text()
    expect(html).toContain(
      `<video src="/media/${mediaId}?t=${ticket}" poster="/api/video-picture/${mediaId}?t=${ticket}" controls controlslist="noplaybackrate" playsinline preload="metadata">`,
    )
    expect(html).toContain(
      `<p id="unplayable" hidden>This browser cannot play this video. <a href="/media/${mediaId}?t=${ticket}&amp;download=1">Download the file</a>`,
    )
    const [, script = ''] = /<script>(.*)<\/script>/s.exec(html) ?? []
    expect(policy).toContain(`; script-src 'sha256-${createHash('sha256').update(script).digest('base64')}';`)
  })

  test('plays the small version to whoever asks for it, and lets others choose it, where there is one', async () => {
    const id = await storedVideo()
    const ticket = await ticketFor(id)
    const html = async (query: string) => (await page(id, ticket, query)).text()
    const source = (quality: string) => `<video src="/media/${id}?t=${ticket}${quality}" `
    expect(await html('&quality=small'), 'while there is none').toContain(source(''))
    await putMade(id, 'small', Buffer.from('a small film'))
    expect(await html('&quality=small')).toContain(source('&amp;quality=small'))
    expect(await html('')).toContain(source('&amp;quality=full'))
    expect(await html('')).toContain('<select id="quality">')
  })

  test('D49 shows nothing of what it was given when that opens no video', async () => {
    const response = await page('"><script>alert(1)</script>', '"><img src=x>')
    expect(response.status).toBe(404)
    const html = await response.text()
    expect(html).not.toContain('alert')
    expect(html).not.toContain('<img')
  })
})
