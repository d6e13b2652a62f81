import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DeclaredVideo } from '../../sync/media/video.ts'
import { type Caller, principalOf, VISITOR } from '../../sync/roles.ts'
import { guest, type MediaWorld, mediaWorld, person } from '../testing/media/media-world.ts'
import { transactOrRefuse } from '../transact.ts'
import { claimMedia, filedName } from './claim.ts'
import { declareVideo } from './declare.ts'
import { findMedia } from './find-media.ts'

let world: MediaWorld

beforeAll(async () => {
  world = await mediaWorld()
})

afterAll(() => world.end())

const video = (more: Partial<DeclaredVideo> = {}): DeclaredVideo => ({
  id: randomUUID(),
  sha256: 'a'.repeat(64),
  bytes: 1_000,
  type: 'video/mp4',
  durationMs: 5_000,
  source: 'recorded',
  ...more,
})

const declare = (caller: Caller, declared: DeclaredVideo) =>
  transactOrRefuse(world.context, (inside) =>
    declareVideo(inside, caller, { video: declared, purpose: 'question' }),
  )

const setState = (mediaId: string, state: string, refusal: string | null = null) =>
  world.sql`update media set state = ${state}, refusal = ${refusal} where id = ${mediaId}`

const refusal = (code: string) => ({ ok: false, refusal: { code } })

describe('declaring a video', () => {
  test('twice is the same as once', async () => {
    const [fan, said] = [guest(), video()]
    expect(await declare(fan, said)).toEqual({ ok: true, value: { mediaId: said.id } })
    expect(await declare(fan, said)).toEqual({ ok: true, value: { mediaId: said.id } })
    expect(await findMedia(world.sql, said.id)).toMatchObject({
      state: 'expected',
      principal: principalOf(fan),
    })
  })

  test('twenty times at once is the same as once', async () => {
    const [fan, said] = [guest(), video()]
    const all = await Promise.all(Array.from({ length: 20 }, () => declare(fan, said)))
    expect(all.every(({ ok }) => ok)).toBe(true)
  })

  test('with other facts, or as somebody else, is refused', async () => {
    const [fan, said] = [guest(), video()]
    await declare(fan, said)
    for (const more of [
      { bytes: 1_001 },
      { durationMs: 1 },
      { sha256: 'b'.repeat(64) },
      { type: 'video/webm' as const },
    ]) {
      expect(await declare(fan, { ...said, ...more })).toEqual(refusal('video-mismatch'))
    }
    expect(await declare(guest(), said)).toEqual(refusal('not-found'))
    expect(await declare(VISITOR, video())).toEqual(refusal('sign-in-first'))
    expect(await declare(fan, video({ bytes: 104_857_601 }))).toEqual(refusal('video-size'))
  })

  test('that was turned down says why again', async () => {
    const [fan, said] = [guest(), video()]
    await declare(fan, said)
    await setState(said.id, 'refused', 'video-unreadable')
    expect(await declare(fan, said)).toEqual(refusal('video-unreadable'))
    await setState(said.id, 'purged')
    expect(await declare(fan, said)).toEqual(refusal('upload-not-expected'))
  })

  test('after signing in takes over what the guest declared', async () => {
    const [fan, said] = [guest(), video()]
    await declare(fan, said)
    const signedIn = { ...person('basic'), guestId: fan.guestId }
    expect((await declare(signedIn, said)).ok).toBe(true)
    expect(await findMedia(world.sql, said.id)).toMatchObject({ principal: principalOf(signedIn) })
  })
})

describe('claiming a video', () => {
  const claim = (
    mediaId: string,
    principal: string | null,
    more: { by?: string; states?: ['expected'] } = {},
  ) => {
    const { by = randomUUID(), states } = more
    const key = 'conversations/x/1_question'
    return transactOrRefuse(world.context, (inside) =>
      claimMedia(inside, { mediaId, principal: principal ?? '', by, key, states }),
    )
  }

  test('needs a verified one of the same principal, once', async () => {
    const [fan, said, by] = [guest(), video(), randomUUID()]
    await declare(fan, said)
    expect(await claim(said.id, principalOf(fan))).toEqual(refusal('video-not-there'))
    await setState(said.id, 'stored')
    expect(await claim(said.id, principalOf(guest()))).toEqual(refusal('video-not-there'))
    expect(await claim(randomUUID(), principalOf(fan))).toEqual(refusal('video-not-there'))
    for (const _ of [1, 2]) {
      expect(await claim(said.id, principalOf(fan), { by })).toMatchObject({
        ok: true,
        value: { claimedBy: by, originalKey: 'conversations/x/1_question.mp4' },
      })
    }
    expect(await claim(said.id, principalOf(fan))).toEqual(refusal('video-not-there'))
  })

  test('D5 may happen before its bytes come, where the claimant says so', async () => {
    const [athlete, said] = [person('creator'), video()]
    await declare(athlete, said)
    expect((await claim(said.id, principalOf(athlete), { states: ['expected'] })).ok).toBe(true)
  })

  test('that was turned down says why', async () => {
    const [fan, said] = [guest(), video()]
    await declare(fan, said)
    await setState(said.id, 'refused', 'video-too-long')
    expect(await claim(said.id, principalOf(fan))).toEqual(refusal('video-too-long'))
  })
})

test('D50 a name is filed as plain letters', () => {
  expect(filedName('conversations/4f-a/17_my  fílm.mov', 'video/quicktime')).toBe(
    'conversations/4f-a/17_my-f-lm-mov.mov',
  )
  expect(filedName('../../etc/passwd\0', 'video/mp4')).toBe('etc/passwd.mp4')
})
