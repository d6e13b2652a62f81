import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  BufferSource,
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MkvOutputFormat,
  MovOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  QTFF,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

/** Returns the bytes of a seed. */
export const seed = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, 'seeds', name))

export const openBytes = (bytes: Uint8Array): Input =>
  new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new BufferSource(bytes) })

const CONTAINERS: Record<'mp4' | 'mov' | 'fragmented' | 'mkv' | 'webm', () => OutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  fragmented: () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mkv: () => new MkvOutputFormat(),
  webm: () => new WebMOutputFormat(),
}

type Remux = {
  picture: string
  /** The seeds whose sounds the film gets, in order; empty for a silent film. */
  sounds?: string[]
  /** The seeds whose pictures the film gets besides. */
  pictures?: string[]
  container: keyof typeof CONTAINERS
  rotation?: 0 | 90 | 180 | 270
  /** Maps a timestamp, in seconds, to another. */
  at?: (timestamp: number, kind: 'video' | 'audio') => number
}

type Pump = () => Promise<void>

/** Puts the packets of seeds into another container. */
export async function remux(film: Remux): Promise<Buffer> {
  const { picture, sounds = [picture], pictures = [], container, rotation = 0, at = (time) => time } = film
  const target = new BufferTarget()
  const output = new Output({ format: CONTAINERS[container](), target })
  const pumps: Pump[] = []
  for (const name of [picture, ...pictures]) {
    const track = await trackOf(name, (input) => input.getPrimaryVideoTrack())
    pumps.push(await addPicture(output, track, { rotation, at }))
  }
  for (const name of sounds) {
    const track = await trackOf(name, (input) => input.getPrimaryAudioTrack())
    pumps.push(await addSound(output, track, at))
  }
  await output.start()
  for (const pump of pumps) await pump()
  await output.finalize()
  return Buffer.from(target.buffer ?? new ArrayBuffer(0))
}

async function trackOf<T>(name: string, find: (input: Input) => Promise<T | null>): Promise<T> {
  const track = await find(openBytes(seed(name)))
  if (!track) throw new Error(`${name} has no such track`)
  return track
}

type How = { rotation: 0 | 90 | 180 | 270; at: NonNullable<Remux['at']> }

async function addPicture(output: Output, track: InputVideoTrack, { rotation, at }: How): Promise<Pump> {
  const codec = await track.getCodec()
  if (!codec) throw new Error('mediabunny does not know this picture')
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source, { rotation })
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(moved(packet, at(packet.timestamp, 'video')), meta)
  }
}

async function addSound(output: Output, track: InputAudioTrack, at: How['at']): Promise<Pump> {
  const codec = await track.getCodec()
  if (!codec) throw new Error('mediabunny does not know this sound')
  const source = new EncodedAudioPacketSource(codec)
  output.addAudioTrack(source)
  const meta = { decoderConfig: (await track.getDecoderConfig()) ?? undefined }
  return async () => {
    for await (const packet of new EncodedPacketSink(track).packets())
      await source.add(moved(packet, at(packet.timestamp, 'audio')), meta)
  }
}

const moved = (packet: EncodedPacket, timestamp: number) => packet.clone({ timestamp })
