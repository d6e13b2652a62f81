import { describe, expect, test } from 'vitest'
import { chooseTracks, isUnreadable, type TrackFacts } from './tracks.ts'

/** Profiles of typical phone videos, as browsers are asked about them; other codecs are used as they are. */
const PROFILES: Record<string, string> = { avc: 'avc1.64001f', aac: 'mp4a.40.2', vp9: 'vp09.00.10.08' }

const track = (kind: TrackFacts['kind'], codec: string | null, change: Partial<TrackFacts>): TrackFacts => ({
  ...{ kind, codec, name: codec, isEmpty: false },
  profile: PROFILES[codec ?? ''] ?? codec,
  longestSide: kind === 'video' ? 1_280 : 0,
  ...change,
})
const picture = (codec: string | null, change: Partial<TrackFacts> = {}) => track('video', codec, change)
const sound = (codec: string | null, change: Partial<TrackFacts> = {}) => track('audio', codec, change)
/** Makes a track of a codec that mediabunny does not know, by the container's name for it. */
const named = (kind: TrackFacts['kind'], name: string) => track(kind, null, { name })

const kept = (...tracks: TrackFacts[]) => chooseTracks('mp4', tracks, { canConvert: false })
const converted = (...tracks: TrackFacts[]) => chooseTracks('mp4', tracks, { canConvert: true })
const codeOf = (result: ReturnType<typeof chooseTracks>) => (result.ok ? null : result.refusal.code)

describe('of a file with more than one track of a kind', () => {
  test('the first sound that is played is kept, and the first picture', () => {
    expect(kept(picture('avc'), sound('aac'), sound('aac'))).toMatchObject({ value: { video: 0, audio: 1 } })
    expect(kept(picture('avc'), picture('avc'), sound('aac'))).toMatchObject({
      value: { video: 0, audio: 2 },
    })
  })

  test('how many sounds nobody will hear is told, and spatial sound beside the plain one is none of them', () => {
    const leftOut = (...tracks: TrackFacts[]) => kept(picture('avc'), ...tracks)
    expect(leftOut(sound('aac'), sound('aac'))).toMatchObject({ value: { soundsLeftOut: 1 } })
    expect(leftOut(named('audio', 'alac'), sound('aac'))).toMatchObject({
      value: { audio: 2, soundsLeftOut: 1 },
    })
    expect(leftOut(named('audio', 'apac'), sound('aac'))).toMatchObject({
      value: { audio: 2, soundsLeftOut: 0 },
    })
    expect(leftOut(sound('aac'), sound('aac', { isEmpty: true }))).toMatchObject({
      value: { soundsLeftOut: 0 },
    })
  })

  test('an announced track without a packet is none', () => {
    const empty = { isEmpty: true }
    expect(kept(picture('avc'), sound('aac', empty))).toMatchObject({ value: { audio: null } })
    expect(kept(picture('avc', empty), picture('avc'))).toMatchObject({ value: { video: 1 } })
    expect(codeOf(converted(picture('avc', empty)))).toBe('video-unreadable')
  })
})

describe('the container it is served in', () => {
  const familyOf = (own: 'webm' | 'mp4', ...tracks: TrackFacts[]) => {
    const chosen = chooseTracks(own, tracks, { canConvert: false })
    return chosen.ok ? chosen.value.family : chosen.refusal.code
  }

  test('is its own where that may hold both', () => {
    expect(familyOf('webm', picture('vp9'), sound('opus'))).toBe('webm')
    expect(familyOf('mp4', picture('vp9'), sound('opus'))).toBe('mp4')
  })

  test('is an MP4 for what recorders write into a WebM or a Matroska file that is none of theirs', () => {
    expect(familyOf('webm', picture('avc'), sound('opus'))).toBe('mp4')
    expect(familyOf('webm', picture('vp9'), sound('aac'))).toBe('mp4')
  })

  test('is a WebM for what an MP4 may not hold', () => {
    expect(familyOf('mp4', picture('vp8'), sound('opus'))).toBe('webm')
    expect(familyOf('mp4', picture('vp8'), sound('aac'))).toBe('video-sound')
  })
})

describe('what no browser plays', () => {
  const REFUSED = [
    [
      'a picture of a name nobody knows',
      [named('video', 'apcx'), sound('aac')],
      'video-codec',
      'video-codec',
    ],
    ['sound that nothing decodes', [picture('avc'), named('audio', 'apac')], 'video-sound', 'video-sound'],
    ['a bought film', [picture('avc', { name: 'encv' }), sound('aac')], 'video-codec', 'video-codec'],
    ['sound alone', [sound('aac')], 'video-unreadable', 'video-unreadable'],
    ['nothing', [], 'video-unreadable', 'video-unreadable'],
    ['a picture of no size', [picture('avc', { longestSide: 0 })], 'video-dimensions', 'video-dimensions'],
    ['16K', [picture('hevc', { longestSide: 15_360 })], 'video-dimensions', 'video-dimensions'],
    ['ProRes', [picture('prores'), sound('pcm-s16')], 'video-codec', null],
    ['Motion JPEG', [named('video', 'jpeg'), sound('pcm-u8')], 'video-codec', null],
    ['MPEG-4 part 2', [named('video', 'mp4v'), sound('aac')], 'video-codec', null],
    ['H.263 with AMR', [named('video', 's263'), named('audio', 'samr')], 'video-codec', null],
    ['ALAC', [picture('avc'), named('audio', 'alac')], 'video-sound', null],
    ['µ-law', [picture('avc'), sound('ulaw')], 'video-sound', null],
    ['ADPCM of Microsoft', [picture('avc'), named('audio', 'ms\0\x11')], 'video-sound', null],
    ['5.3K', [picture('avc', { longestSide: 5_312 })], 'video-dimensions', null],
    ['VP8 with AAC, which no container holds', [picture('vp8'), sound('aac')], 'video-sound', null],
  ] as const

  test('every such refusal is one that the same file meets again', () => {
    const codes = REFUSED.flatMap(([, , ...refused]) => refused.filter((code) => code !== null))
    expect(codes.filter((code) => !isUnreadable(code))).toEqual([])
    expect([isUnreadable('upload-not-expected'), isUnreadable(undefined)]).toEqual([false, false])
  })

  test.each(REFUSED)('%s: refused with its reason where the server cannot convert', (_, tracks, code) =>
    expect(codeOf(kept(...tracks))).toBe(code),
  )

  test.each(REFUSED)(
    '%s: taken to be converted where it can, unless nothing reads it',
    (...[, tracks, , still]) => {
      const chosen = converted(...tracks)
      expect(codeOf(chosen)).toBe(still)
      if (chosen.ok) expect(chosen.value).toMatchObject({ conversion: 'required', family: 'mp4' })
    },
  )

  test('a picture that plays is kept rather than one that would have to be converted', () => {
    expect(converted(named('video', 'jpeg'), picture('avc'), sound('ulaw'), sound('aac'))).toMatchObject({
      value: { video: 1, audio: 3, conversion: 'none' },
    })
  })
})

describe('who plays a copy', () => {
  test.each([
    ['H.264 with AAC', 'mp4', [picture('avc'), sound('aac')], 'none'],
    ['H.264 without sound', 'mp4', [picture('avc')], 'none'],
    ['the same out of a Matroska file', 'webm', [picture('avc'), sound('aac')], 'none'],
    ['VP8 with Opus', 'webm', [picture('vp8'), sound('opus')], 'none'],
    ['VP9 with Opus', 'webm', [picture('vp9'), sound('opus')], 'none'],
    ['HEVC', 'mp4', [picture('hevc'), sound('aac')], 'wanted'],
    ['AV1', 'webm', [picture('av1'), sound('opus')], 'wanted'],
    ['Opus in an MP4', 'mp4', [picture('avc'), sound('opus')], 'wanted'],
    ['PCM', 'mp4', [picture('avc'), sound('pcm-s16be')], 'wanted'],
    ['FLAC', 'mp4', [picture('avc'), sound('flac')], 'wanted'],
    ['VP9 in 10 bits', 'webm', [picture('vp9', { profile: 'vp09.02.10.10' })], 'wanted'],
    ['H.264 in 10 bits and 4:2:2', 'mp4', [picture('avc', { profile: 'avc1.7a001f' })], 'wanted'],
    ['the newest AAC', 'mp4', [picture('avc'), sound('aac', { profile: 'mp4a.40.42' })], 'wanted'],
  ] as const)('%s in %s', (...[, own, tracks, conversion]) => {
    for (const canConvert of [true, false])
      expect(chooseTracks(own, tracks, { canConvert })).toMatchObject({ value: { conversion } })
  })
})
