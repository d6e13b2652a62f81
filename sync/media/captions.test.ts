import { describe, expect, test } from 'vitest'
import { LIMITS } from '../limits.ts'
import { readTranscript } from './captions.ts'

const read = (raw: string) => {
  const result = readTranscript(raw)
  return result.ok ? result.value : result.refusal
}

/**
 * Returns the CPU time this process needs to read a file: the least of three runs, so that other work does not
 * count.
 */
function workOf(raw: string): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    readTranscript(raw)
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  // The clock of CPU time counts in steps.
  return Math.max(Math.min(...times), 50)
}

describe('what is said in an answer', () => {
  test('a WebVTT keeps its times and plain words, and nothing else of it', () => {
    const file = `\ufeffWEBVTT - made by hand\r\nKind: captions\r\n
STYLE
::cue { background: url(https://evil.example/x.png) }

NOTE <script>alert(1)</script>

REGION
id:fred

intro
00:04.000 --> 01:02:05.5 line:0 position:20% region:fred
<v Mia>Bend <b>both</b> knees</v> &amp; look &lt;up&gt;
<script>alert(1)</script>

00:01.250 --> 00:03.999
- First\u202e the grip\u0007<00:02.000>
`
    expect(read(file)).toEqual({
      text: '- First the grip Bend both knees & look <up> alert(1)',
      captions: `WEBVTT

00:00:01.250 --> 00:00:03.999
- First the grip

00:00:04.000 --> 01:02:05.500
Bend both knees &amp; look &lt;up&gt;
alert(1)
`,
    })
  })

  test('what we write is read again as the same', () => {
    const once = read(
      'WEBVTT\n\n00:01.0 --> 00:02.0\na &amp; b --&gt; c <i>d\n\n01:00.0 --> 01:01.0\n&amp;lt;b&amp;gt;',
    )
    expect(once).toMatchObject({ text: 'a & b --> c d &lt;b&gt;' })
    expect(read((once as { captions: string }).captions)).toEqual(once)
  })

  test('a SubRip file becomes captions too, in the order of its times', () => {
    const file =
      '2\n00:00:05,000 --> 00:00:06,500\n{\\an8}Second\n\n1\n00:00:01,000 --> 00:00:02,000\nFirst\n'
    expect(read(file)).toEqual({
      text: 'First Second',
      captions: 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nFirst\n\n00:00:05.000 --> 00:00:06.500\nSecond\n',
    })
  })

  test('anything else is a transcript; nothing at all takes it away', () => {
    expect(read(' Héllo\u0000 <b>you</b>\u2028\r\n\r\n\r\n\r\nThere \u{1f469}\u200d\u{1f680} ')).toEqual({
      text: 'Héllo <b>you</b>\n\nThere \u{1f469}\u200d\u{1f680}',
      captions: null,
    })
    expect(read(' \n\u200b\ufeff')).toBeNull()
  })

  test.each([
    ['WEBVTT', { code: 'captions-unreadable' }],
    ['WEBVTT\n\n00:01.000 --> 00:00.500\nbackwards', { code: 'captions-unreadable', detail: { line: 3 } }],
    [
      'WEBVTT\n\n00:99.000 --> 01:00.500\nno such second',
      { code: 'captions-unreadable', detail: { line: 3 } },
    ],
    ['WEBVTT\n\n00:01.000 -->\nno end', { code: 'captions-unreadable', detail: { line: 3 } }],
    [
      'WEBVTT\n\n99999999999:00:01.000 --> 99999999999:00:02.000\nx',
      { code: 'captions-unreadable', detail: { line: 3 } },
    ],
    ['half a \ud83d pair', { code: 'captions-unreadable' }],
    ['a'.repeat(LIMITS.transcriptCharacters + 1), { code: 'captions-too-long' }],
    [
      `WEBVTT\n\n${'00:01.000 --> 00:02.000\nx\n\n'.repeat(LIMITS.captionCues + 1)}`,
      { code: 'captions-too-long' },
    ],
  ])('is refused with the line that is wrong: %#', (raw, refusal) => {
    expect(read(raw)).toEqual(refusal)
  })

  test('a hostile file of the largest size is read at once', () => {
    const sizes = ['<', '&a', '--> ', '00:', '{\\', '\n', '00:01.000 --> '].map((part) =>
      part.repeat(Math.floor(LIMITS.captionFileCharacters / part.length)),
    )
    const head = 'WEBVTT\n\n00:01.000 --> 00:02.000\n'
    const plain = `${head}${'plain words '.repeat(LIMITS.captionFileCharacters / 12)}`
    // If the work grew with the square of a file's length, it would take thousands of times as long.
    for (const raw of sizes) expect(workOf(head + raw), raw.slice(0, 12)).toBeLessThan(100 * workOf(plain))
  })
})
