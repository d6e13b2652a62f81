import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { pictureFilters } from '../recipes.ts'
import { CONTAINERS, type Conversion, type ConversionLimits, DECODERS, MOST_PIXELS } from './conversion.ts'

/** Thrown when the system killed FFmpeg, which it does when the machine's memory is short. */
export class ProgramKilled extends Error {}

/**
 * Makes the file with FFmpeg as a program of this machine, and reports progress in milliseconds of the film. Throws
 * `ProgramKilled`, or an error with what FFmpeg says of the file.
 */
export async function convertByProgram(
  ffmpegPath: string,
  conversion: Conversion,
  tell: (ms: number) => void,
): Promise<void> {
  const isHighRange = /arib-std-b67|smpte2084/.test(await saidOf(ffmpegPath, conversion))
  const program = start(ffmpegPath, conversion.limits, [
    ...['-y', '-v', 'error', '-progress', 'pipe:1'],
    ...inputOf(conversion),
    ...outputOf(conversion, isHighRange),
  ])
  const lines = createInterface({ input: program.stdout })
  lines.on('line', (line) => {
    const us = /^out_time_us=(\d+)$/.exec(line)?.[1]
    if (us) tell(Number(us) / 1_000)
  })
  const [code, said] = await Promise.all([endOf(program), textOf(program.stderr)])
  if (code !== 0) throw new Error(said.slice(0, 500) || `it ended with ${code}`)
}

/** Returns the program's description of a file. */
async function saidOf(ffmpegPath: string, conversion: Conversion): Promise<string> {
  const program = start(ffmpegPath, conversion.limits, ['-v', 'info', ...inputOf(conversion)])
  program.stdout.resume()
  const [said] = await Promise.all([textOf(program.stderr), endOf(program)])
  return said
}

function inputOf({ file, family, threads }: Conversion): string[] {
  return [
    ...['-nostdin', '-hide_banner', '-threads', String(threads), '-max_pixels', String(MOST_PIXELS)],
    ...['-protocol_whitelist', 'file', '-codec_whitelist', DECODERS, '-f', CONTAINERS[family], '-i', file],
  ]
}

function outputOf({ recipe, video, audio, threads, draft }: Conversion, isHighRange: boolean): string[] {
  const { sound, mostPerSecond, makes } = recipe
  const hasSound = sound !== null && audio !== null
  return [
    ...['-map', `0:v:${video}`, '-vf', pictureFilters(recipe, { isHighRange })],
    ...(mostPerSecond === null ? [] : ['-fpsmax', String(mostPerSecond)]),
    ...['-c:v', recipe.video.encoder, ...spoken(recipe.video.options, ':v')],
    ...(hasSound ? ['-map', `0:a:${audio}`, '-af', sound.filters, '-c:a', 'aac'] : ['-an']),
    ...(hasSound ? spoken(sound.options, ':a') : []),
    // the file must not reveal where, when or with what it was made
    ...['-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact', '-threads', String(threads)],
    ...(makes === 'film' ? ['-movflags', '+faststart', '-f', 'mp4'] : ['-frames:v', '1', '-f', 'mjpeg']),
    draft,
  ]
}

const spoken = (options: Readonly<Record<string, string>>, of: string) =>
  Object.entries(options).flatMap(([name, value]) => [`-${name}${of}`, value])

/** How many seconds FFmpeg has to end by itself after its processor time is used up, before it is killed. */
const SECONDS_TO_END = 5

/** Starts the program with limits on memory and processor time, on systems that have such limits. */
function start(program: string, { processorMs, memoryBytes }: ConversionLimits, args: string[]) {
  const kilobytes = Math.floor(memoryBytes / 1_024)
  const seconds = Math.ceil(processorMs / 1_000)
  const limits = [`-S -t ${seconds}`, `-H -t ${seconds + SECONDS_TO_END}`, `-v ${kilobytes} 2>/dev/null`]
  const limited = `${limits.map((limit) => `ulimit ${limit}`).join('; ')}; exec "$@"`
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  return process.platform === 'win32'
    ? spawn(program, args, { stdio, env: {} })
    : spawn('/bin/sh', ['-c', limited, 'sh', program, ...args], { stdio, env: {} })
}

async function endOf(program: ChildProcess): Promise<number | null> {
  const [code, signal] = (await once(program, 'exit')) as [number | null, NodeJS.Signals | null]
  if (signal === 'SIGKILL') throw new ProgramKilled('the system killed FFmpeg')
  return code
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const piece of stream) if (text.length < 10_000) text += piece
  return text
}
