import { LIMITS } from '../limits.ts'
import { done, type Result, refuse } from '../result.ts'
import { countCharacters } from '../shape.ts'

/** The transcript of a video: its words and, if times are known, its captions as WebVTT that we write ourselves. */
export type Transcript = { text: string; captions: string | null }

/** Returns a transcript as a person types it: as WebVTT if its times are known, else as a text; empty for none. */
export function typedAs(transcript: Transcript | null): string {
  return transcript?.captions ?? transcript?.text ?? ''
}

/**
 * Returns whether somebody else changed the stored words since `before` was seen. The same words written twice are no
 * conflict.
 */
export function isOvertaken(
  stored: Transcript | null,
  before: string | undefined,
  wanted: Transcript | null,
): boolean {
  const now = typedAs(stored)
  return before !== undefined && now !== before && now !== typedAs(wanted)
}

type Cue = { fromMs: number; toMs: number; text: string }

/** Control characters except tab and line end, and characters that turn or hide text. */
const INVISIBLE = /(?![\t\n])\p{Cc}|[\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu
const TIME = String.raw`((?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{1,3})`
const TIMES = new RegExp(String.raw`^\s*${TIME}\s+-->\s+${TIME}(?:\s|$)`)

/**
 * Reads typed text or an attached file: from a WebVTT or SubRip file the times and plain words, from anything
 * else a text. Styles, notes, tags, positions and invisible characters are dropped. An empty text is no
 * transcript (null). Refuses `captions-unreadable` with the line, and `captions-too-long`.
 */
export function readTranscript(raw: string): Result<Transcript | null> {
  if (!raw.isWellFormed()) return refuse('captions-unreadable')
  const plain = raw
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .trim()
  if (plain === '') return done(null)
  const isFile = /^WEBVTT(?:\s|$)/.test(plain) || plain.split('\n').slice(0, 3).some(isTimes)
  if (!isFile) return bounded({ text: plain.replace(/\n{3,}/g, '\n\n'), captions: null })
  const cues = readCues(plain.split('\n'))
  if (!cues.ok) return cues
  if (cues.value.length === 0) return refuse('captions-unreadable')
  if (cues.value.length > LIMITS.captionCues) return refuse('captions-too-long')
  const text = cues.value.map((cue) => cue.text.replaceAll('\n', ' ')).join(' ')
  return bounded({ text, captions: writeCaptions(cues.value) })
}

const isTimes = (line: string) => line.includes('-->')

function bounded(transcript: Transcript): Result<Transcript> {
  return countCharacters(transcript.text) > LIMITS.transcriptCharacters
    ? refuse('captions-too-long')
    : done(transcript)
}

/** Reads every cue, sorted by time. Blocks without times are headers, notes or styles and are skipped. */
function readCues(lines: readonly string[]): Result<Cue[]> {
  const cues: Cue[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (!isTimes(line)) continue
    const [, from = '', to = ''] = TIMES.exec(line) ?? []
    const [fromMs, toMs] = [readTime(from), readTime(to)]
    if (fromMs === null || toMs === null || fromMs >= toMs)
      return refuse('captions-unreadable', { line: at + 1 })
    const words: string[] = []
    while (at + 1 < lines.length && lines[at + 1]?.trim() && !isTimes(lines[at + 1] ?? '')) {
      at += 1
      words.push(plainWords(lines[at] ?? ''))
    }
    const text = words.filter(Boolean).join('\n')
    if (text) cues.push({ fromMs, toMs, text })
  }
  return done(cues.sort((a, b) => a.fromMs - b.fromMs || a.toMs - b.toMs))
}

function readTime(text: string): number | null {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  const [seconds, minutes, hours = 0] = whole.split(':').reverse().map(Number)
  if (seconds === undefined || minutes === undefined || seconds > 59 || minutes > 59) return null
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + Number(fraction.padEnd(3, '0'))
}

const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', nbsp: ' ', lrm: '', rlm: '' }

function plainWords(line: string): string {
  return line
    .replace(/<[^>]*>?/g, '')
    .replace(/\{\\[^{}]*\}/g, '')
    .replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
}

function writeCaptions(cues: readonly Cue[]): string {
  const blocks = cues.map(
    ({ fromMs, toMs, text }) => `${writeTime(fromMs)} --> ${writeTime(toMs)}\n${escapeWords(text)}`,
  )
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`
}

function escapeWords(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function writeTime(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = ms / 1_000
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(ms % 1_000).padStart(3, '0')}`
}
