import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MineAnswer } from '../../sync/account/mine.ts'
import { COLLECTION_NAMES } from '../../sync/collections.ts'
import { mintTicket } from '../media/play.ts'
import {
  type Actors,
  answered,
  asked,
  openCast,
  pull,
  repliedByVideo,
  screen,
  signedIn,
} from '../testing/actors.ts'
import type { Browser } from '../testing/browser.ts'
import { sampleVideo } from '../testing/media/sample.ts'
import type { Person, World } from '../testing/world.ts'
import { archiveOf, type Entry } from './export.ts'

let world: World
let actors: Actors
beforeAll(async () => {
  actors = await openCast()
  world = actors.world
})
afterAll(() => world.end())

/** Returns the files of a zip archive by its central directory, and checks their checksums. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, size, nameLength, extraLength] = [
      archive.readUInt32LE(at + 16),
      archive.readUInt32LE(at + 20),
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
    ]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const local = archive.readUInt32LE(at + 42)
    expect(archive.toString('latin1', local, local + 4)).toBe('PK\x03\x04')
    const begin = local + 30 + archive.readUInt16LE(local + 26)
    const bytes = archive.subarray(begin, begin + size)
    expect(crc32(bytes), name).toBe(crc)
    files.set(name, bytes)
    at += 46 + nameLength + extraLength
  }
  return files
}

async function exportBehind(token: string, browser: Browser = world.browser()): Promise<Map<string, Buffer>> {
  const { body } = await browser.post<MineAnswer>('/api/account/mine', { token })
  const answer = await browser.request(body.exportUrl)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzip(Buffer.from(await answer.arrayBuffer()))
  expect([...files.keys()].filter((name) => name.startsWith('videos/'))).toHaveLength(body.videos)
  return files
}

async function exportAs(person: Person): Promise<Map<string, Buffer>> {
  const browser = await signedIn(world, person)
  const { body } = await browser.post<{ token: string }>('/api/account/open-mine', {
    password: person.password,
  })
  return exportBehind(body.token, browser)
}

const listIn = (files: Map<string, Buffer>, name: string) =>
  JSON.parse(files.get(`${name}.json`)?.toString() ?? 'null') as { id: string }[]

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Checks that times are written as the README says, in the lists whose rows the database writes. */
function checkTimes(files: Map<string, Buffer>, email: string): void {
  expect(files.get('README.txt')?.toString()).toContain('Times in them are milliseconds since 1970')
  const [sent, profile] = [listIn(files, 'mails')[0], listIn(files, 'profile')[0]]
  expect(sent).toMatchObject({ createdAt: expect.any(Number), sentAt: expect.any(Number) })
  expect(profile).toMatchObject({ person: { email, created_at: expect.any(Number) } })
  expect(JSON.stringify(profile)).not.toMatch(/auth_id|claim_key|directory_text|leaving_at|shown_age/)
}

describe('a copy to take along', () => {
  test('holds what each side’s devices see, every video they may play, and no private field of the other', async () => {
    const fan = await world.makePerson({ role: 'basic', username: 'copyfan' })
    const video = await sampleVideo('question.webm')
    const asker = {
      firstName: 'Ada',
      lastName: 'Surnamesecret',
      birthDate: '1991-02-03',
      countryCode: 'US',
      city: 'Boston',
      email: fan.email,
    }
    const phone = await signedIn(world, fan)
    const done = await answered(actors, { asker, subject: 'Copied subject' }, phone)
    const replyId = await repliedByVideo(actors, done)
    const rejected = await asked(actors, { asker, subject: 'Never passed on' }, phone)
    await screen(actors, rejected.questionId, 'A note for the fan alone')
    await world.database.sql`update person set no_go_topics = 'Nogosecret' where id = ${actors.athlete.id}`
    const [own, theirs] = [await exportAs(fan), await exportAs(actors.athlete)]
    for (const [files, person] of [
      [own, fan],
      [theirs, actors.athlete],
    ] as const) {
      const device = await signedIn(world, person)
      for (const collection of COLLECTION_NAMES) {
        const { documents } = await pull(device, collection)
        const there = documents
          .filter(({ _deleted }) => !_deleted)
          .map(({ _deleted, ...document }) => document)
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
        expect(listIn(files, collection).sort(byId), collection).toEqual(there.sort(byId))
      }
    }
    const all = (files: Map<string, Buffer>) =>
      [...files]
        .filter(([name]) => !name.startsWith('videos/'))
        .map(([, bytes]) => bytes.toString())
        .join('\n')
    expect(all(own)).toContain('A note for the fan alone')
    for (const secret of [
      'Surnamesecret',
      fan.email,
      '1991-02-03',
      'A note for the fan alone',
      'Never passed on',
    ])
      expect(all(theirs), secret).not.toContain(secret)
    for (const secret of ['Nogosecret', actors.athlete.email]) expect(all(own), secret).not.toContain(secret)
    expect(all(theirs)).toContain('Nogosecret')
    expect(all(own) + all(theirs)).not.toMatch(/"\d{4}-\d\d-\d\d[T ][^"]*"/)
    checkTimes(own, fan.email)
    for (const files of [own, theirs]) expect(files.has(`videos/reply-${replyId}.webm`)).toBe(true)
    const played = await done.fan.post<{ fileUrl: string }>('/api/media-ticket', {
      videoId: done.video.declared.id,
      token: done.viewPath.replace('/view/', ''),
    })
    const file = await done.fan.request(played.body.fileUrl)
    const copied = own.get(`videos/answer-${done.video.declared.id}.mp4`)
    expect(hash(copied ?? Buffer.alloc(0))).toBe(hash(new Uint8Array(await file.arrayBuffer())))
    expect(video.declared.id).not.toBe(done.video.declared.id)
  })

  test.each([
    ['creator', true],
    ['basic', false],
  ] as const)('of a %s says whether answers of theirs may be withdrawn', async (role, isAthlete) => {
    const person = await world.makePerson({ role })
    const browser = await signedIn(world, person)
    const link = await browser.post<{ token: string }>('/api/account/open-mine', {
      password: person.password,
    })
    const { body } = await browser.post<MineAnswer>('/api/account/mine', { token: link.body.token })
    expect(body.isAthlete).toBe(isAthlete)
  })

  test('opens by its own ticket, for ten minutes', async () => {
    const fan = await world.makePerson({ role: 'basic' })
    const browser = await signedIn(world, fan)
    const link = await browser.post<{ token: string }>('/api/account/open-mine', { password: fan.password })
    const { body } = await browser.post<MineAnswer>('/api/account/mine', { token: link.body.token })
    const [, of = '', ticket = ''] = /of=(.+)&t=(.+)$/.exec(body.exportUrl) ?? []
    const expiresAt = (await world.context.clock.now()).getTime() + 60_000
    const other = await browser.post<MineAnswer>('/api/account/mine', { token: link.body.token })
    expect(other.body.exportUrl).toContain(of)
    for (const url of [
      `/api/account/export?of=${of}&t=${ticket.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))}`,
      `/api/account/export?of=${fan.id}&t=${ticket}`,
      '/api/account/export',
      // a video's ticket for the link's id, which is signed with another key
      `/api/account/export?of=${of}&t=${mintTicket(world.context.secrets.ticket, { mediaId: of, expiresAt })}`,
    ])
      expect((await world.browser().request(url)).status, url).toBe(404)
    expect((await world.browser().request(body.exportUrl)).status).toBe(200)
    await world.advance(600_001)
    expect((await world.browser().request(body.exportUrl)).status).toBe(404)
  })

  test('is written as it is read: nothing is asked of the next file before the last one is through', async () => {
    const begun: string[] = []
    async function* bytesOf(name: string) {
      begun.push(name)
      for (let piece = 0; piece < 64; piece += 1) yield new Uint8Array(65_536).fill(piece)
    }
    const archive = archiveOf(
      (async function* (): AsyncGenerator<Entry> {
        for (const name of ['a', 'b', 'c']) yield { name, input: bytesOf(name) }
      })(),
      new Date('2026-11-22T10:20:30Z'),
    )
    const pieces: Uint8Array[] = []
    for await (const piece of archive) {
      pieces.push(piece)
      if (pieces.length === 10) expect(begun).toEqual(['a'])
    }
    const files = unzip(Buffer.concat(pieces))
    expect([...files].map(([name, { length }]) => [name, length])).toEqual([
      ['a', 4_194_304],
      ['b', 4_194_304],
      ['c', 4_194_304],
    ])
  })
})
