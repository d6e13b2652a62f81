import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
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
import { segment, withSegments } from './pictures.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Returns a WebM header followed by random bytes, which keep a parser busy for a long time. */
export function junkWebm(): Bytes {
  const header =
    '1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104428581021853806701ffffffffffffff'
  return new Uint8Array(Buffer.concat([Buffer.from(header, 'hex'), randomBytes(500_000)]))
}

/** Returns a playlist of other people's files that pretends to be a film. */
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

/** Returns the WebM with another width in its header. */
export function withWidth(webm: Bytes, width: number): Bytes {
  const bytes = Buffer.from(webm)
  const at = bytes.indexOf(Buffer.from('b0820140', 'hex'))
  if (at < 0) throw new Error('the clip is not 320 wide')
  bytes.writeUInt16BE(width, at + 2)
  return new Uint8Array(bytes)
}

/** A page whose script runs if a browser renders it. */
export const PAGE = '<!doctype html><html><body><script>alert(document.domain)</script></body></html>'

/**
 * Returns a film that plays and holds the page where a browser that guesses types would look for one. The clips come
 * from a recorder: their sample positions are relative to each fragment, so that nothing else has to be moved.
 */
export function pageInFilm(clip: Bytes, kind: 'mp4' | 'webm'): Bytes {
  const film = Buffer.from(clip)
  const head = kind === 'mp4' ? film.readUInt32BE(0) : EBML_HEAD + (film[EBML_HEAD - 1] ?? 0) - 0x80
  const page = kind === 'mp4' ? box('free', PAGE) : Buffer.concat([VOID, Buffer.from(PAGE)])
  return new Uint8Array(Buffer.concat([film.subarray(0, head), page, film.subarray(head)]))
}

/** Returns a page that begins with a comment which looks like a film's first box, followed by the film. */
export function filmInPage(mp4: Bytes): Bytes {
  return new Uint8Array(Buffer.concat([Buffer.from(`<!--ftypisom\0\0\0\0-->${PAGE}`), mp4]))
}

/** Returns the film with the page after its end. */
export function pageBehind(clip: Bytes): Bytes {
  return new Uint8Array(Buffer.concat([clip, Buffer.from(PAGE)]))
}

/** The number of bytes of a WebM's EBML mark and of the byte with the header's length. */
const EBML_HEAD = 5
/** The head of an EBML element that is skipped, as long as the page. */
const VOID = Buffer.from([0xec, 0x80 + PAGE.length])

function box(type: string, body: string): Buffer {
  const head = Buffer.from(`----${type}`)
  head.writeUInt32BE(head.length + body.length)
  return Buffer.concat([head, Buffer.from(body)])
}

/**
 * Returns a ZIP archive of one file, to be put inside another file. Readers look for an archive from its end, so
 * `before` is the number of bytes in front of it and `after` the number behind it, which count as the archive's
 * comment.
 */
function archive(text: string, { before, after }: { before: number; after: number }): Buffer {
  const [name, bytes] = ['evil.html', Buffer.from(text)]
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(name.length, 22)
  const file = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), bytes])
  const place = Buffer.alloc(14)
  place.writeUInt32LE(before, 10)
  const listed = [Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name)]
  const list = Buffer.concat(listed)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(before + file.length, 12)
  end.writeUInt16LE(after, 16)
  return Buffer.concat([file, list, Buffer.from('PK\x05\x06'), end])
}

/**
 * Returns a JPEG that is also an archive: the archive is a JPEG comment, and the pixels are the archive's comment.
 */
export function archiveInPicture(jpeg: Buffer): Buffer {
  const inside = archive(PAGE, { before: 6, after: jpeg.length - 2 })
  return withSegments(jpeg, segment(0xfe, inside))
}

/** Returns the clip with a place, a title and a comment in its metadata. */
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

/** Returns the clip with its pictures and sound `times` slower. */
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

/** Returns what a player would find in a file. */
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
