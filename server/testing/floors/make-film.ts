import { Decoder, Demuxer, Encoder, Muxer } from 'node-av/api'
import { FF_ENCODER_AAC, FF_ENCODER_LIBX265, type FFEncoderCodec } from 'node-av/constants'

/** Makes an HEVC film in 720p of this many seconds, with moving test pictures and a tone. */
export async function makeFilm(file: string, seconds: number): Promise<void> {
  const output = await Muxer.open(file, { format: 'mp4', options: { movflags: '+faststart' } })
  const sources = [
    [`testsrc2=size=1280x720:rate=30:duration=${seconds}`, FF_ENCODER_LIBX265, FAST],
    [`sine=frequency=440:duration=${seconds}`, FF_ENCODER_AAC, {}],
  ] as const
  await Promise.all(sources.map(([source, codec, options]) => encode(output, { source, codec, options })))
  await output.close()
}

const FAST = { preset: 'ultrafast', 'x265-params': 'log-level=none' }

type Encoded = { source: string; codec: FFEncoderCodec; options: Record<string, string> }

async function encode(output: Muxer, { source, codec, options }: Encoded): Promise<void> {
  const input = await Demuxer.open(source, { format: 'lavfi' })
  const [stream] = input.streams
  if (!stream) throw new Error('nothing is drawn')
  const decoder = await Decoder.create(stream)
  const encoder = await Encoder.create(codec, { decoder, options, autoResample: true })
  const place = output.addStream(encoder)
  for await (const packet of encoder.packets(decoder.frames(input.packets(stream.index)))) {
    await output.writePacket(packet, place)
    packet?.free()
  }
  await input.close()
}
