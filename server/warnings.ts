import type { Context } from './context.ts'
import type { Room } from './disk-room.ts'
import { isRoomLow } from './media/room.ts'

/**
 * Returns a sentence for each problem that the operator should fix although the server runs. They are printed at
 * the start and shown on the desk's System page, which only the team can read.
 */
export function warningsOf(
  {
    env,
    converter,
    busWarning,
    siteWarning,
  }: Pick<Context, 'env' | 'converter' | 'busWarning' | 'siteWarning'>,
  room: Room,
): string[] {
  const { mode, clientAddressHeader, renditions, ffmpegPath } = env
  return [
    ...[siteWarning?.(), busWarning?.()].filter((warning) => typeof warning === 'string'),
    ...(renditions && !converter ? [noConverter(ffmpegPath)] : []),
    ...(mode === 'production' && !clientAddressHeader ? [NO_ADDRESSES] : []),
    ...(isRoomLow(room) ? [LITTLE_ROOM] : []),
  ]
}

const NO_ADDRESSES =
  'CLIENT_ADDRESS_HEADER is not set. Everybody comes through a proxy, so that all of them share one address and its limits: thirty wrong passwords shut signing in for everybody. Set it to the header in which your proxy tells the address of the client.'

const LITTLE_ROOM =
  'Less than a tenth of the disk is free. Fans cannot send videos until there is room; athletes’ answers are still accepted for a while.'

const noConverter = (ffmpegPath: string | null) =>
  `${ffmpegPath ? `There is no FFmpeg at FFMPEG_PATH (${ffmpegPath})` : 'The optional package node-av is not there, and FFMPEG_PATH is not set'}: videos are served as they came, without pictures and without a version for slow networks, and what no browser plays is refused. Install it, set FFMPEG_PATH, or set RENDITIONS=off if that is what you want.`
