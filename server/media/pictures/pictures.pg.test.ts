import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JoinAnswer } from '../../../sync/account/account-calls.ts'
import { ACTIVATION_LINK_MS, DAY_MS } from '../../../sync/limits.ts'
import { PICTURE_LIMITS } from '../../../sync/media/picture.ts'
import { rotateSignupCode } from '../../athlete/join/signup-code.ts'
import { archiveInPicture, PAGE } from '../../testing/media/hostile.ts'
import { exif, png, portrait, resized, segment, withSegments } from '../../testing/media/pictures.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { transact } from '../../transact.ts'
import { sweepPictures } from './sweep-pictures.ts'

const password = 'chosen by the athlete'

let world: World
let code: string
beforeAll(async () => {
  world = await openWorld()
  code = (await transact(world.context, (inside) => rotateSignupCode(inside, null))).code
})
afterAll(() => world.end())

async function begun(username: string, covers = 0): Promise<string> {
  const person = {
    firstName: 'Pic',
    lastName: 'Ture',
    birthDate: '1999-05-06',
    countryCode: 'NO',
    city: 'Oslo',
  }
  const { body } = await world.browser().post<JoinAnswer>('/api/account/join-athlete', {
    code,
    person: { ...person, email: `${username}@pics.test` },
    username,
    password,
    profile: {
      sport: 'Other',
      position: null,
      bio: 'Chess boxing.',
      achievements: ['One'],
      interests: ['Two'],
      instagram: null,
      tiktok: null,
      x: null,
      noGoTopics: null,
    },
    covers,
  })
  return body.uploadToken
}

type Upload = { token: string; place?: string; file?: Buffer; headers?: Record<string, string> }

async function bring({ token, place = 'profile', file = portrait(), headers = {} }: Upload) {
  const answer = await world.browser().request(`/userMedia?place=${place}`, {
    method: 'POST',
    headers: { 'x-upload-token': token, 'content-type': 'image/jpeg', ...headers },
    raw: new Uint8Array(file),
  })
  const body = (await answer.json()) as { refusal?: { code: string } }
  return body.refusal?.code ?? answer.status
}

async function activated(username: string): Promise<string> {
  await world.quiesce()
  const mail = (await world.mails()).findLast(({ recipient }) => recipient === `${username}@pics.test`)
  const token = /#token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  await world.browser().post('/api/account/activate', { token, password })
  const [person] = await world.database.sql<{ url: string }[]>`
    select picture_url as url from person where username = ${username}`
  return person?.url ?? ''
}

async function files(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of world.context.blobs.list('pictures')) keys.push(key)
  return keys.sort()
}
async function filesOf(username: string): Promise<string[]> {
  const rows = await world.database.sql<{ key: string }[]>`
    select file_key as key from picture where path like ${`${username}/%`} order by 1`
  return rows.map(({ key }) => key)
}

describe('S2-7.18 S2-3.11 S2-9.25 a picture of an athlete', () => {
  test('is public under userMedia once it is somebody’s, without what a phone wrote into it', async () => {
    const token = await begun('photo')
    const told = withSegments(portrait(), exif(6, 'GPS 59.91 N 10.75 E'))
    expect(await bring({ token, file: told })).toBe(200)
    const url = await activated('photo')
    expect(url).toMatch(/^\/userMedia\/photo\/profilePicture\/[0-9a-f-]{36}\.jpg$/)
    for (const method of ['GET', 'HEAD']) {
      const answer = await world.browser().request(url, { method })
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.status).toBe(200)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=604800, immutable',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'same-origin',
      })
      if (method === 'HEAD') continue
      expect(bytes.length).toBe(Number(answer.headers.get('content-length')))
      expect(bytes.includes('GPS') || bytes.includes('Exif')).toBe(false)
    }
  })

  test('a sign-up brings so many pictures, refused ones too', async () => {
    const [token, other] = [await begun('often'), await begun('seldom')]
    const large = png({ size: PICTURE_LIMITS.profilePx + 1, rows: Buffer.alloc(10) })
    expect(await bring({ token, file: large })).toBe('picture-size')
    // limits are a thousand times as wide in tests
    await world.database.sql`update rate_limit set hits = 30000 where bucket like 'picture of %'`
    expect(await bring({ token })).toBe('too-many-requests')
    expect(await bring({ token: other })).toBe(200)
  })

  test('is hidden at once with whoever leaves', async () => {
    const [person] = await world.database.sql<{ id: string; url: string }[]>`
      select id, picture_url as url from person where username = 'photo'`
    const seen = async () => (await world.browser().request(person?.url ?? '')).status
    await world.database.sql`update person set leaving_at = app_now() where id = ${person?.id ?? ''}`
    expect(await seen()).toBe(404)
    await world.database.sql`update person set leaving_at = null where id = ${person?.id ?? ''}`
    expect(await seen()).toBe(200)
  })

  test('has no other address: not before, not by its file, not beside its folder', async () => {
    const before = await begun('early')
    await bring({ token: before })
    const [waiting] = await world.database.sql<{ key: string }[]>`
      select file_key as key from picture where person_id is null`
    const [owned = ''] = await filesOf('photo')
    for (const path of [
      `early/profilePicture/${waiting?.key}`,
      `photo/coverPictures/${owned}`,
      `other/profilePicture/${owned}`,
      `photo/profilePicture/..%2f${owned}`,
      `photo/profilePicture/%2e%2e`,
      `photo/profilePicture/${owned}%00`,
      `photo/profilePicture/${'x'.repeat(3_000)}`,
    ])
      expect((await world.browser().request(`/userMedia/${path}`)).status, path).toBe(404)
  })
})

describe('hostile files', () => {
  test('are refused, nothing of them is stored, and the place stays open for a good one', async () => {
    const token = await begun('hostile')
    const before = await files()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'.padEnd(90))
    for (const [why, file, expected] of [
      ['a drawing', svg, 'picture-type'],
      ['nothing', Buffer.alloc(0), 'picture-type'],
      ['cut short', portrait().subarray(0, 4_000), 'picture-unreadable'],
      ['an archive behind it', Buffer.concat([portrait(), Buffer.from('PK\x03\x04')]), 'picture-unreadable'],
      ['a giant by its header', resized(portrait(), 65_000, 65_000), 'picture-size'],
      ['not square', resized(portrait(), 320, 300), 'picture-size'],
      ['more bytes than any', Buffer.alloc(PICTURE_LIMITS.bytes + 1, 0xff), 'too-large'],
    ] as const)
      expect(await bring({ token, file }), why).toBe(expected)
    expect(await files()).toEqual(before)
    expect(await bring({ token })).toBe(200)
  })

  test('a picture that is an archive and a page too is a picture when it is served, and neither of the others', async () => {
    const token = await begun('both')
    const both = withSegments(archiveInPicture(portrait()), segment(0xfe, PAGE))
    expect(both.includes('PK\x05\x06') && both.includes(PAGE)).toBe(true)
    expect(await bring({ token, file: both })).toBe(200)
    const answer = await world.browser().request(await activated('both'))
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(['PK\x03', 'PK\x05', '<script', 'evil'].filter((each) => bytes.includes(each))).toEqual([])
  })

  test('nobody brings one without the token of a sign-up that waits for it', async () => {
    const token = await begun('waits')
    for (const wrong of ['', 'A'.repeat(43), `${token}x`, token.toLowerCase()])
      expect(await bring({ token: wrong })).toBe('upload-not-expected')
    for (const place of ['cover9', 'background', '', '../profile'])
      expect(await bring({ token, place })).toBe('upload-not-expected')
    expect(await bring({ token, headers: { origin: 'https://evil.example' } })).toBe('bad-origin')
    expect(await bring({ token })).toBe(200)
  })

  test('one that is brought twice, or twice at once, is there once', async () => {
    const token = await begun('twice', 1)
    const both = await Promise.all([1, 2, 3].map(() => bring({ token })))
    expect(both.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(await bring({ token })).toBe(200)
    // a picture beyond those that were announced is not kept
    expect(await bring({ token, place: 'cover3' })).toBe(200)
    const rows = await world.database.sql`
      select place from picture p join joining j on j.id = p.joining_id where j.username = 'twice'`
    expect(rows).toEqual([{ place: 'profile' }])
  })
})

describe('D53 what is swept', () => {
  test('pictures of sign-ups that came to nothing and files no row knows; never what is somebody’s', async () => {
    const kept = [...(await filesOf('photo')), ...(await filesOf('both'))].sort()
    const token = await begun('nothing', 1)
    await bring({ token })
    await world.context.blobs.put('pictures', 'stray.jpg', portrait())
    await sweepPictures(world.context)
    expect(await files()).toEqual(expect.arrayContaining([...kept, 'stray.jpg']))

    await world.advance(ACTIVATION_LINK_MS + DAY_MS)
    expect(await bring({ token, place: 'cover1' })).toBe('upload-not-expected')
    await world.context.sql`delete from joining where expires_at <= app_now()`
    await world.context.sql`update feed_epoch set restored_at = app_now()`
    await sweepPictures(world.context)
    expect(await files(), 'a month after a restore no file is called a stray').toContain('stray.jpg')
    await world.context.sql`update feed_epoch set restored_at = null`
    await sweepPictures(world.context)
    expect(await files()).toEqual(kept)
    const [{ url } = { url: '' }] = await world.database.sql<{ url: string }[]>`
      select picture_url as url from person where username = 'photo'`
    expect((await world.browser().request(url)).status).toBe(200)
  })
})
