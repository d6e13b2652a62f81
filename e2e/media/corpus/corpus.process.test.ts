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
/** The last picture of a copy that had to end before one it needs. */
const MOST_APART_S = 0.35
/** A sound's decoder gets going with the packet before the first that is heard, and both ends may lie within one. */
const SOUND_SPARE_S = 0.06
/** A shorter packet may be in any film. */
const TELLING_BYTES = 24
/** What no served file may hold: where it was filmed, and with what. */
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
  // what a copy is made of comes to the same on a server without a converter
  for (const canConvert of film.fate === 'required' ? [true, false] : [true]) {
    const device = await askDevice(bytes, { canConvert })
    const server = await askServer(bytes, { canConvert }, dir)
    expectAgreement(device, server.found)
    expectFate(film, server.found, canConvert)
    if (server.found.ok) await expectServed(film, server)
  }
})

/** Of a film whose copy not every browser plays, or has none. */
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

/** The pictures of a strip are of what is shown, in its order; each stands for a tenth of it. */
function expectSeconds(seen: readonly (number | undefined)[], shown: readonly Range[]): void {
  const lasting = shown.reduce((sum, [from, to]) => sum + to - from, 0)
  for (const [place, second] of seen.entries()) {
    const near = [0, 0.5, 1].map((part) => secondAt(((place + part) * lasting) / seen.length, shown))
    expect(near).toContain(second)
  }
}

/** Which second of its seed a film shows at that moment. */
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

/** Nothing is said to be saved that is refused once it was sent, and nothing is refused that would be taken. */
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

/** Not a packet of what was cut off is anywhere in the file, and what is shown of it is. */
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
    // the last pictures may need one that was cut off
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
