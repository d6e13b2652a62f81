import { writeFile } from 'node:fs/promises'
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api'
import {
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVCOL_TRC_ARIB_STD_B67,
  AVCOL_TRC_SMPTE2084,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FF_ENCODER_MJPEG,
} from 'node-av/constants'
import { Log, type Packet, type Stream } from 'node-av/lib'
import { pictureFilters, type Recipe } from '../recipes.ts'
import { CONTAINERS, type Conversion, DECODERS, MOST_PIXELS } from './conversion.ts'
import { turnOf } from './turn.ts'

Log.setLevel(AV_LOG_QUIET)

const ENCODERS = { libx264: FF_ENCODER_LIBX264, mjpeg: FF_ENCODER_MJPEG } as const

/** Makes the file with FFmpeg as a library, and reports progress in milliseconds of the film. */
export async function convertByLibrary(conversion: Conversion, tell: (ms: number) => void): Promise<void> {
  const input = await Demuxer.open(conversion.file, {
    format: CONTAINERS[conversion.family],
    options: { codec_whitelist: DECODERS, protocol_whitelist: 'file' },
  })
  try {
    await convertInput(input, conversion, tell)
  } finally {
    await input.close()
  }
}

async function convertInput(
  input: Demuxer,
  conversion: Conversion,
  tell: (ms: number) => void,
): Promise<void> {
  const { recipe, draft } = conversion
  const picture = streamAt(input, AVMEDIA_TYPE_VIDEO, conversion.video)
  if (!picture) throw new Error('there is no picture')
  if (recipe.makes === 'picture') {
    const { packets } = await pictureChain(input, { stream: picture, begin: beginOf([picture]) }, conversion)
    return keepFirst(packets, draft)
  }
  const sound = conversion.audio === null ? null : streamAt(input, AVMEDIA_TYPE_AUDIO, conversion.audio)
  if (conversion.audio !== null && !sound) throw new Error('there is no sound')
  const begin = beginOf(sound ? [picture, sound] : [picture])
  const chains = [await pictureChain(input, { stream: picture, begin }, conversion)]
  if (sound && recipe.sound) chains.push(await soundChain(input, { stream: sound, begin }, recipe.sound))
  await writeFilm(chains, draft, tell)
}

async function writeFilm(chains: readonly Chain[], draft: string, tell: (ms: number) => void): Promise<void> {
  const output = await Muxer.open(draft, {
    format: 'mp4',
    // the file must not reveal when or with what it was made
    options: { movflags: '+faststart', fflags: '+bitexact' },
  })
  try {
    const writing = chains.map(({ encoder, packets }) => ({ packets, place: output.addStream(encoder) }))
    await Promise.all(writing.map(({ packets, place }) => write(output, { packets, place }, tell)))
  } finally {
    await output.close()
  }
}

type Chain = { encoder: Encoder; packets: AsyncGenerator<Packet | null> }

function streamAt(input: Demuxer, kind: number, place: number): Stream | undefined {
  return input.streams.filter(({ codecpar }) => codecpar.codecType === kind)[place]
}

/**
 * Returns when the first of these streams begins, in seconds, so that the rendition can leave out the gap before
 * it.
 */
function beginOf(streams: readonly Stream[]): number {
  const begins = streams.map(({ startTime, timeBase }) => (Number(startTime) * timeBase.num) / timeBase.den)
  return Math.max(0, Math.min(...begins))
}

type From = { stream: Stream; begin: number }

async function pictureChain(
  input: Demuxer,
  { stream, begin }: From,
  { recipe, threads }: Conversion,
): Promise<Chain> {
  const decoder = await Decoder.create(stream, {
    exitOnError: false,
    threadCount: threads,
    configure: (context) => void context.setOption('max_pixels', MOST_PIXELS),
  })
  const { colorTrc } = stream.codecpar
  const isHighRange = colorTrc === AVCOL_TRC_ARIB_STD_B67 || colorTrc === AVCOL_TRC_SMPTE2084
  const turn = turnOf(stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX))
  const chosen = recipe.choose ?? rateFilter(stream, recipe)
  const choose = [begin > 0 && `setpts=PTS-${begin}/TB`, chosen].filter(Boolean).join(',')
  const filters = pictureFilters({ ...recipe, choose }, { turn, isHighRange })
  const filter = FilterAPI.create(filters, { framerate: stream.avgFrameRate, threads })
  const encoder = await Encoder.create(ENCODERS[recipe.video.encoder], {
    filter,
    threadCount: threads,
    options: recipe.video.options,
  })
  return { encoder, packets: encoder.packets(filter.frames(decoder.frames(input.packets(stream.index)))) }
}

/** Returns a filter for a constant frame rate: that of the source, but no more than the recipe allows. */
function rateFilter({ avgFrameRate, rFrameRate }: Stream, { mostPerSecond }: Recipe): string | null {
  if (mostPerSecond === null) return null
  const { num, den } = avgFrameRate.num > 0 && avgFrameRate.den > 0 ? avgFrameRate : rFrameRate
  if (!(num > 0 && den > 0)) return `fps=${Math.min(30, mostPerSecond)}`
  return num / den <= mostPerSecond && num / den >= 1 ? `fps=${num}/${den}` : `fps=${mostPerSecond}`
}

async function soundChain(
  input: Demuxer,
  { stream, begin }: From,
  { filters, options }: NonNullable<Recipe['sound']>,
): Promise<Chain> {
  const decoder = await Decoder.create(stream, { exitOnError: false })
  const filter = FilterAPI.create(begin > 0 ? `asetpts=PTS-${begin}/TB,${filters}` : filters)
  const encoder = await Encoder.create(FF_ENCODER_AAC, { filter, options })
  return { encoder, packets: encoder.packets(filter.frames(decoder.frames(input.packets(stream.index)))) }
}

type Writing = { packets: Chain['packets']; place: number }

async function write(output: Muxer, { packets, place }: Writing, tell: (ms: number) => void): Promise<void> {
  for await (const packet of packets) {
    await output.writePacket(packet, place)
    if (!packet) continue
    const { num, den } = packet.timeBase
    if (place === 0 && den > 0) tell((Number(packet.pts) * num * 1_000) / den)
    packet.free()
  }
}

/** Stores the first packet, which is the whole JPEG, and reads no more of the film. */
async function keepFirst(packets: Chain['packets'], draft: string): Promise<void> {
  for await (const packet of packets) {
    if (!packet?.data) continue
    await writeFile(draft, packet.data)
    return
  }
  throw new Error('there was no picture')
}
