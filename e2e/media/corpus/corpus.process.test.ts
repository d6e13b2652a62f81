import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { EncodedPacketSink, type InputTrack } from 'mediabunny'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../../../.ci/sample.ts'
import { askDevice, askServer, convert, type Inspected } from './both-sides.ts'
import { secondsOf } from './colours.ts'
import { FILMS } from './every-film.ts'
import type { Film, Range } from './films.ts'
import { openBytes, seed } from './remux.ts'

const SOME = 12
const SOME_CONVERTED = 1
/** How much shorter a copy may be that had to end before a picture it needs. */
const MOST_APART_S = 0.35
/** A sound's decoder needs the packet before the first audible one, and both ends may lie within a packet. */
const SOUND_SPARE_S = 0.06
/** A shorter packet is no evidence, because any film may contain it. */
const TELLING_BYTES = 24
/** Words that no served file may contain: the place and the device of the recording. */
const CANARIES = ['+48.8577', 'CanaryPhone']

let dir = ''
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'infield-corpus-'))
})
afterAll(() => rm(dir, { recursive: true }))

test('there are enough files, each with a name of its own', () => {
  expect(FILMS.length).toBeGreaterThanOrEqual(80)
  expect(new Set(FILMS.map(({ name }) => name)).size).toBe(FILMS.length)
})

const drawn = sample('files of the corpus', FILMS, SOME).map((film) => [film.name, film] as const)

test.each(drawn)('%s', async (_, film) => {
  const bytes = await film.make()
  // A film that needs a conversion is also checked against a server without a converter.
  for (const canConvert of film.fate === 'required' ? [true, false] : [true]) {
    const device = await askDevice(bytes, { canConvert })
    const server = await askServer(bytes, { canConvert }, dir)
    expectAgreement(device, server.found)
    expectFate(film, server.found, canConvert)
    if (server.found.ok) await expectServed(film, server)
  }
})

/** Films that the server converts, because not every browser plays their copy or there is no copy. */
const CONVERTED = FILMS.filter(({ fate }) => fate === 'wanted' || fate === 'required')
const converted = sample('files that are converted', CONVERTED, SOME_CONVERTED).map(
  (film) => [film.name, film] as const,
)

test.each(converted)('%s, converted', async (_, film) => {
  const sent = await film.make()
  const { found } = await askServer(sent, { canConvert: true }, dir)
  if (!found.ok) throw new Error(found.refusal.code)
  const { made, bytes, strip } = await convert(found.value, sent, dir)
  if (!made || !bytes || !strip) throw new Error('nothing was made of it')
  expect(Math.abs(made.durationMs - found.value.durationMs)).toBeLessThanOrEqual(MOST_APART_S * 1_000)
  const text = bytes.toString('latin1')
  for (const canary of CANARIES) expect(text).not.toContain(canary)
  await expectSound(bytes, !film.isSilent)
  if (film.cut) expectSeconds(await secondsOf(strip), film.cut.shown)
})

/**
 * Checks that the pictures of a strip show the visible parts in order; each picture stands for a tenth of the film.
 */
function expectSeconds(seen: readonly (number | undefined)[], shown: readonly Range[]): void {
  const lasting = shown.reduce((sum, [from, to]) => sum + to - from, 0)
  for (const [place, second] of seen.entries()) {
    const near = [0, 0.5, 1].map((part) => secondAt(((place + part) * lasting) / seen.length, shown))
    expect(near).toContain(second)
  }
}

/** Returns which second of its seed a film shows at a moment. */
function secondAt(moment: number, shown: readonly Range[]): number {
  let left = moment
  for (const [from, to] of shown) {
    if (left < to - from) return Math.floor(from + left)
    left -= to - from
  }
  const [, end] = shown.at(-1) ?? [0, 0]
  return Math.ceil(end) - 1
}

type Device = Awaited<ReturnType<typeof askDevice>>

/**
 * Checks that the device keeps nothing that the server would refuse, and refuses nothing that the server would
 * accept.
 */
function expectAgreement(device: Device, server: Inspected['found']): void {
  if (!device.ok || !server.ok) {
    expect([device.ok, !device.ok && device.refusal.code]).toEqual([
      server.ok,
      !server.ok && server.refusal.code,
    ])
    return
  }
  expect(server.value.conversion).toBe(device.value.conversion)
  expect(Math.abs(server.value.durationMs - device.value.durationMs)).toBeLessThanOrEqual(
    MOST_APART_S * 1_000,
  )
}

function expectFate(film: Film, found: Inspected['found'], canConvert: boolean): void {
  if (film.fate === null) return
  const fate = found.ok ? found.value.conversion : found.refusal.code
  if (canConvert) expect(fate).toBe(film.fate)
  else if (film.plainFate) expect(fate).toBe(film.plainFate)
  else if (film.fate === 'required') expect(fate).toMatch(/^video-(codec|sound|dimensions|edits)$/)
  else expect(fate).toBe(film.fate)
  if (!found.ok || film.seconds === null) return
  expect(Math.abs(found.value.durationMs / 1_000 - film.seconds)).toBeLessThanOrEqual(MOST_APART_S)
}

async function expectServed(film: Film, { found, served }: Inspected): Promise<void> {
  if (!found.ok) return
  if (film.fate !== null) expect(found.value.audioCodec !== null).toBe(!film.isSilent)
  if (film.cut) expect(found.value.shown?.length ?? 1).toBe(film.cut.shown.length)
  if (!served) return
  const text = served.toString('latin1')
  for (const canary of CANARIES) expect(text).not.toContain(canary)
  await expectSound(served, found.value.audioCodec !== null)
  if (film.cut) await expectCut(served, film.cut)
}

async function expectSound(served: Buffer, hasSound: boolean): Promise<void> {
  const input = openBytes(served)
  const track = await input.getPrimaryAudioTrack()
  const first = track && (await new EncodedPacketSink(track).getFirstPacket())
  expect(first !== null).toBe(hasSound)
}

/**
 * Checks that the served file contains no packet of the parts that were cut off, and the packets of the visible
 * parts.
 */
async function expectCut(
  served: Buffer,
  { seed: name, shown }: { seed: string; shown: Range[] },
): Promise<void> {
  const input = openBytes(seed(name))
  for (const track of await input.getTracks()) {
    const spare = track.isVideoTrack() ? 0 : SOUND_SPARE_S
    const { hidden, plain } = await sortPackets(track, shown, spare)
    const foundOf = (packets: Buffer[]) => packets.filter((packet) => served.includes(packet)).length
    expect(foundOf(hidden)).toBe(0)
    // The last pictures may be missing, because they may need one that was cut off.
    expect(foundOf(plain)).toBeGreaterThanOrEqual(plain.length - 6)
  }
}

async function sortPackets(track: InputTrack, shown: Range[], spare: number) {
  const hidden: Buffer[] = []
  const plain: Buffer[] = []
  for await (const { timestamp, duration, data } of new EncodedPacketSink(track).packets()) {
    if (data.length < TELLING_BYTES) continue
    const end = timestamp + duration
    const isShown = shown.some(([from, to]) => timestamp >= from - 0.001 && end <= to + 0.001)
    const isHidden = shown.every(
      ([from, to]) => end <= from - spare + 0.001 || timestamp >= to + spare - 0.001,
    )
    if (isShown) plain.push(Buffer.from(data))
    else if (isHidden) hidden.push(Buffer.from(data))
  }
  return { hidden, plain }
}
