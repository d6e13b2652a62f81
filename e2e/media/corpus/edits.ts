import { type Film, film, type Range } from './films.ts'
import { type Edit, setEdits, trackOf, withIndex } from './mp4.ts'
import { remux, seed } from './remux.ts'

type Cutting = { picture?: Edit[]; sound?: Edit[] }

/** Returns a seed with other edit lists. Without one of its own, the sound gets the picture's. */
function edited(of: Buffer, { picture, sound = picture }: Cutting): Buffer {
  return withIndex(of, (moov) => {
    if (picture) setEdits(moov, trackOf(moov, 'vide'), picture)
    if (sound) setEdits(moov, trackOf(moov, 'soun'), sound)
  })
}

type Case = [name: string, fate: Film['fate'], cutting: Cutting, shown: Range[]]

const show = (from: number, to: number): Edit => ({ from, lasts: to - from })
const pause = (lasts: number): Edit => ({ from: null, lasts })

/** The results of each cut in a film with a key picture every second. */
const CASES: Case[] = [
  ['the end', 'none', { picture: [show(0, 2)] }, [[0, 2]]],
  ['the end, between two key pictures', 'none', { picture: [show(0, 2.5)] }, [[0, 2.5]]],
  ['the last picture', 'none', { picture: [show(0, 3.9)] }, [[0, 3.9]]],
  ['the beginning, up to a key picture', 'none', { picture: [show(1, 4)] }, [[1, 4]]],
  ['the beginning, between two key pictures', 'required', { picture: [show(1.5, 4)] }, [[1.5, 4]]],
  ['both ends, from a key picture', 'none', { picture: [show(1, 3)] }, [[1, 3]]],
  ['both ends, from within', 'required', { picture: [show(1.5, 2.5)] }, [[1.5, 2.5]]],
  [
    'the middle',
    'required',
    { picture: [show(0, 1), show(3, 4)] },
    [
      [0, 1],
      [3, 4],
    ],
  ],
  [
    'the middle, the other way round',
    'required',
    { picture: [show(2, 4), show(0, 1)] },
    [
      [2, 4],
      [0, 1],
    ],
  ],
  ['nothing, in two pieces', 'none', { picture: [show(0, 2), show(2, 4)] }, [[0, 4]]],
  ['the end, with a pause before', 'none', { picture: [pause(1), show(0, 2)] }, [[0, 2]]],
  ['the beginning, with a pause before', 'required', { picture: [pause(1), show(2, 4)] }, [[2, 4]]],
]

const lasting = (cutting: Cutting) =>
  (cutting.picture ?? []).reduce(
    (sum, { from, lasts }, place) => sum + (from === null && place === 0 ? 0 : lasts),
    0,
  )

export const editFilms: Film[] = [
  ...CASES.flatMap(([name, fate, cutting, shown]) => [
    film(
      `cut: ${name}`,
      [
        fate,
        lasting(cutting),
        {
          cut: { seed: 'h264-aac.mp4', shown },
        },
      ],
      () => edited(seed('h264-aac.mp4'), cutting),
    ),
    film(
      `cut, in HEVC: ${name}`,
      [fate === 'none' ? 'wanted' : fate, lasting(cutting), { cut: { seed: 'hevc-aac.mp4', shown } }],
      () => edited(seed('hevc-aac.mp4'), cutting),
    ),
  ]),
  film(
    'cut: the end, one key picture',
    [
      'none',
      2,
      {
        cut: { seed: 'one-gop.mp4', shown: [[0, 2]] },
      },
    ],
    () => edited(seed('one-gop.mp4'), { picture: [show(0, 2)] }),
  ),
  film(
    'cut: the beginning, one key picture',
    ['required', 3, { cut: { seed: 'one-gop.mp4', shown: [[1, 4]] } }],
    () => edited(seed('one-gop.mp4'), { picture: [show(1, 4)] }),
  ),
  film(
    'cut: the end, in MPEG-4 part 2',
    ['required', 2, { cut: { seed: 'mpeg4-aac.mp4', shown: [[0, 2]] } }],
    () => edited(seed('mpeg4-aac.mp4'), { picture: [show(0, 2)] }),
  ),
  film('cut: the end of the sound alone', ['required', 4], () =>
    edited(seed('h264-aac.mp4'), { picture: [show(0, 4)], sound: [show(0, 2)] }),
  ),
  film('cut: the end of the picture alone', ['required', 4], () =>
    edited(seed('h264-aac.mp4'), { picture: [show(0, 2)], sound: [show(0, 4)] }),
  ),
  film(
    'cut: the end, in a QuickTime film',
    [
      'none',
      2,
      {
        cut: { seed: 'h264-aac.mp4', shown: [[0, 2]] },
      },
    ],
    async () => edited(await remux({ picture: 'h264-aac.mp4', container: 'mov' }), { picture: [show(0, 2)] }),
  ),
  film('cut: all of it', ['video-unreadable', null], () =>
    edited(seed('h264-aac.mp4'), { picture: [show(9, 10)] }),
  ),
  film('with a pause in the middle', ['video-edits', null], () =>
    edited(seed('h264-aac.mp4'), { picture: [show(0, 2), pause(1), show(2, 4)] }),
  ),
  film('slower than it was filmed', ['video-edits', null], () =>
    edited(seed('h264-aac.mp4'), { picture: [{ from: 0, lasts: 8, rate: 0.5 }] }),
  ),
  film('a still at the end', ['video-edits', null], () =>
    edited(seed('h264-aac.mp4'), { picture: [show(0, 2), { from: 2, lasts: 2, rate: 0 }] }),
  ),
]
