import { randomBytes } from 'node:crypto'
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  Conversion,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  type InputTrack,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny'

type Bytes = Uint8Array<ArrayBuffer>

/** A header of a WebM and then nothing that makes sense: it spins a parser for a long time. */
export function junkWebm(): Bytes {
  const header =
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff'
  return new Uint8Array(Buffer.concat([Buffer.from(header, 'hex'), randomBytes(500_000)]))
}

/** A list of other people's files in a film's clothes. */
export function playlist(): Bytes {
  const lines = [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:10',
    '#EXTINF:10,',
    '../served/somebody.mp4',
    '#EXT-X-ENDLIST',
  ]
  return new Uint8Array(Buffer.from(lines.join('\n')))
}

/** A WebM that claims another width. */
export function withWidth(webm: Bytes, width: number): Bytes {
  const bytes = Buffer.from(webm)
  const at = bytes.indexOf(Buffer.from('b0820140', 'hex'))
  if (at < 0) throw new Error('the clip is not 320 wide')
  bytes.writeUInt16BE(width, at + 2)
  return new Uint8Array(bytes)
}

/** The clip with a place, a title and a comment in it. */
export async function withPlace(clip: Bytes, kind: 'mp4' | 'webm', place: string): Promise<Bytes> {
  const output = new Output({
    format: kind === 'mp4' ? new Mp4OutputFormat({ metadataFormat: 'udta' }) : new WebMOutputFormat(),
    target: new BufferTarget(),
  })
  const raw: Record<string, string> = kind === 'mp4' ? { '©xyz': place } : { LOCATION: place }
  const tags = { title: 'at home', comment: place, raw }
  const conversion = await Conversion.init({ input: inputOf(clip), output, tags, showWarnings: false })
  await conversion.execute()
  return resultOf(output)
}

/** The clip's pictures and sound, played `times` slower. */
export async function slowedDown(webm: Bytes, times: number): Promise<Bytes> {
  const input = inputOf(webm)
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video || !audio) throw new Error('the clip lacks a track')
  const pictures = new EncodedVideoPacketSource('vp8')
  const sound = new EncodedAudioPacketSource('opus')
  output.addVideoTrack(pictures)
  output.addAudioTrack(sound)
  await output.start()
  const copy = async (track: InputTrack, add: (packet: Packet) => Promise<void>) => {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await add(packet.clone({ timestamp: packet.timestamp * times, duration: packet.duration * times }))
    }
  }
  const [look, tone] = [await video.getDecoderConfig(), await audio.getDecoderConfig()]
  await copy(video, (packet) => pictures.add(packet, { decoderConfig: look ?? undefined }))
  await copy(audio, (packet) => sound.add(packet, { decoderConfig: tone ?? undefined }))
  await output.finalize()
  return resultOf(output)
}

type Packet = NonNullable<Awaited<ReturnType<EncodedPacketSink['getFirstPacket']>>>

/** What a player would find in a file. */
export async function lookInto(bytes: Uint8Array) {
  const input = inputOf(new Uint8Array(bytes))
  const tracks = await input.getTracks()
  return {
    format: (await input.getFormat()).name,
    seconds: await input.computeDuration(),
    codecs: (await Promise.all(tracks.map((track) => track.getCodec()))).sort(),
    tags: await input.getMetadataTags(),
  }
}

function inputOf(bytes: Bytes): Input {
  return new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
}

function resultOf(output: Output): Bytes {
  const { buffer } = output.target as BufferTarget
  if (!buffer) throw new Error('nothing was written')
  return new Uint8Array(buffer)
}
