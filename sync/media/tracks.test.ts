import { describe, expect, test } from 'vitest'
import { chooseTracks, type TrackFacts } from './tracks.ts'

const picture = (codec: string | null, change: Partial<TrackFacts> = {}): TrackFacts => ({
  kind: 'video',
  codec,
  isEmpty: false,
  longestSide: 1_280,
  ...change,
})
const sound = (codec: string | null, isEmpty = false): TrackFacts => ({
  kind: 'audio',
  codec,
  isEmpty,
  longestSide: 0,
})
const kept = (...tracks: TrackFacts[]) => chooseTracks('mp4', tracks)
const codeOf = (result: ReturnType<typeof chooseTracks>) => (result.ok ? null : result.refusal.code)

describe('of a file with more than one track of a kind', () => {
  test('the first sound that is played is kept, and the first picture', () => {
    expect(kept(picture('avc'), sound('aac'), sound('aac'))).toMatchObject({ value: { video: 0, audio: 1 } })
    // spatial sound of a phone beside the sound for everybody
    expect(kept(sound(null), picture('hevc'), sound('aac'))).toMatchObject({ value: { video: 1, audio: 2 } })
    expect(kept(picture('avc'), picture('avc'), sound('aac'))).toMatchObject({
      value: { video: 0, audio: 2 },
    })
  })

  test('an announced track without a packet is none', () => {
    expect(kept(picture('avc'), sound('aac', true))).toMatchObject({ value: { audio: null } })
    expect(kept(picture('avc', { isEmpty: true }), picture('avc'))).toMatchObject({ value: { video: 1 } })
    expect(codeOf(kept(picture('avc', { isEmpty: true })))).toBe('video-unreadable')
  })
})

describe('the container it is served in', () => {
  const familyOf = (own: 'webm' | 'mp4', ...tracks: TrackFacts[]) => {
    const chosen = chooseTracks(own, tracks)
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

describe('refused, with its reason', () => {
  test.each([
    ['sound alone', [sound('aac')], 'video-unreadable'],
    ['nothing', [], 'video-unreadable'],
    ['a picture that no browser plays', [picture(null), sound('aac')], 'video-codec'],
    ['ProRes, which mediabunny knows and no browser plays', [picture('prores')], 'video-codec'],
    ['sound that no browser plays', [picture('avc'), sound(null)], 'video-sound'],
    ['µ-law, which no container of ours holds', [picture('avc'), sound('ulaw')], 'video-sound'],
    ['5.3K', [picture('avc', { longestSide: 5_312 })], 'video-dimensions'],
    ['a picture of no size', [picture('avc', { longestSide: 0 })], 'video-dimensions'],
  ] as const)('%s', (_, tracks, code) => expect(codeOf(kept(...tracks))).toBe(code))
})
