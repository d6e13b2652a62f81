import type { TrackFacts } from '../tracks.ts'

/** A packet as mediabunny reads it; times are in seconds. */
export type ReadPacket = { timestamp: number; duration: number; byteLength: number }

/**
 * A track as mediabunny reads it, on the device and on the server. The type is repeated here because `sync/`
 * imports no package for media.
 */
export type ReadTrack = {
  id: number
  type: string
  getCodec(): Promise<string | null>
  getInternalCodecId(): Promise<unknown>
  getCodecParameterString(): Promise<string | null>
  getDisplayWidth?(): Promise<number>
  getDisplayHeight?(): Promise<number>
  getCodedWidth?(): Promise<number>
  getCodedHeight?(): Promise<number>
}

/** Reads the packets of one track: mediabunny's `EncodedPacketSink`. */
export type ReadPackets = {
  getFirstPacket(): Promise<ReadPacket | null>
  /** The last packet that begins at that moment or before it. */
  getPacket(timestamp: number): Promise<ReadPacket | null>
  /** In decoding order. */
  packets(from?: undefined, to?: undefined, options?: { metadataOnly: boolean }): AsyncGenerator<ReadPacket>
  getKeyPacket(timestamp: number, options: { verifyKeyPackets: boolean }): Promise<ReadPacket | null>
}

/** Reads the facts about a track that the rules for files need. */
export async function readFacts(track: ReadTrack, packets: ReadPackets): Promise<TrackFacts> {
  const name = await track.getInternalCodecId()
  const isEmpty = (await packets.getFirstPacket()) === null
  return {
    kind: track.type === 'video' ? 'video' : 'audio',
    codec: await track.getCodec(),
    name: typeof name === 'string' ? name : null,
    profile: isEmpty ? null : await track.getCodecParameterString(),
    isEmpty,
    longestSide: await longestSide(track),
  }
}

async function longestSide(track: ReadTrack): Promise<number> {
  const sides = [
    track.getDisplayWidth?.(),
    track.getDisplayHeight?.(),
    track.getCodedWidth?.(),
    track.getCodedHeight?.(),
  ]
  return Math.max(...(await Promise.all(sides)).map((side) => side ?? 0))
}
