import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import {
  BufferTarget,
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  Input,
  MkvOutputFormat,
  MP4,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny'

/*
 * Makes films as other recorders write them, from the packets of `answer.mp4` and `answer.webm`: `node
 * e2e/media/make-films.ts`. They are committed, so that device and server are tested with the same bytes.
 */

type Film = { of: string; format: OutputFormat; sounds: number; beginsAtS: number }

const FILMS: Record<string, Film> = {
  'two-sounds.mp4': { of: 'answer.mp4', format: new Mp4OutputFormat(), sounds: 2, beginsAtS: 0 },
  'h264.mkv': { of: 'answer.mp4', format: new MkvOutputFormat(), sounds: 1, beginsAtS: 0 },
  'vp9.mkv': { of: 'answer.webm', format: new MkvOutputFormat(), sounds: 1, beginsAtS: 0 },
  'late.webm': { of: 'answer.webm', format: new WebMOutputFormat(), sounds: 1, beginsAtS: 100 },
}

const here = (name: string) => path.join(import.meta.dirname, '../../server/testing/media', name)

async function make(name: string, { of, format, sounds, beginsAtS }: Film): Promise<void> {
  const input = new Input({ formats: [MP4, WEBM], source: new FilePathSource(here(of)) })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (!video?.codec || !audio?.codec) throw new Error(`${of} has no picture, or no sound`)
  const target = new BufferTarget()
  const output = new Output({ format, target })
  const picture = new EncodedVideoPacketSource(video.codec)
  output.addVideoTrack(picture)
  const { codec } = audio
  const heard = Array.from({ length: sounds }, () => new EncodedAudioPacketSource(codec))
  for (const source of heard) output.addAudioTrack(source)
  await output.start()
  const later = (packet: EncodedPacket) => packet.clone({ timestamp: packet.timestamp + beginsAtS })
  const pictureMeta = { decoderConfig: (await video.getDecoderConfig()) ?? undefined }
  const soundMeta = { decoderConfig: (await audio.getDecoderConfig()) ?? undefined }
  for await (const packet of new EncodedPacketSink(video).packets())
    await picture.add(later(packet), pictureMeta)
  for await (const packet of new EncodedPacketSink(audio).packets())
    for (const source of heard) await source.add(later(packet), soundMeta)
  await output.finalize()
  await writeFile(here(name), new Uint8Array(target.buffer ?? new ArrayBuffer(0)))
}

for (const [name, film] of Object.entries(FILMS)) await make(name, film)
