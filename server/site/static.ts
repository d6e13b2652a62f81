import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from '../http/app-env.ts'
import { readRange } from '../media/play.ts'

type Encoding = 'br' | 'gzip'
export type StaticFile = {
  type: string
  etag: string
  bytes: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>> & { plain: Uint8Array<ArrayBuffer> }
}

/** The files of a build by their path on the site; no other file is served. */
export type StaticFiles = ReadonlyMap<string, StaticFile>

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpg: 'image/jpeg',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  mp4: 'video/mp4',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json; charset=utf-8',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
}

/**
 * Reads a build into memory, with the `.br` and `.gz` of each file; a few megabytes, read once. Hidden files are
 * not served.
 */
export async function readStaticFiles(dir: string): Promise<StaticFiles> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
  const served = names.filter((name) => typeOf(name) && !name.split('/').some((part) => part.startsWith('.')))
  const compressed = new Set(names)
  const files = served.map(async (name) => [`/${name}`, await readOne(dir, name, compressed)] as const)
  return new Map(await Promise.all(files))
}

/** Finds a hashed file of another build than the one being served. */
export type FindFormer = (name: string) => Promise<StaticFile | null>

const ASSETS = '/assets/'
/**
 * The pictures of the demo's people, which caches keep as long as uploaded pictures, so that they are visible
 * offline too.
 */
const PICTURES = /^\/(faces|covers)\//

/**
 * Serves the build. Caches keep hashed files for ever and pictures of people for a week, and check all others each
 * time. A hashed file that this build lacks is looked up in other builds; if it is missing there too, no cache
 * keeps the answer.
 */
export function serveStatic(
  files: StaticFiles,
  findFormer: FindFormer = async () => null,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { pathname } = new URL(c.req.url)
    const isAsked = c.req.method === 'GET' || c.req.method === 'HEAD'
    const file = isAsked ? files.get(pathname) : undefined
    if (file) return answerFile(c.req.raw.headers, pathname, file)
    if (!pathname.startsWith(ASSETS)) return next()
    const former = isAsked ? await findFormer(pathname.slice(ASSETS.length)) : null
    if (former) return answerFile(c.req.raw.headers, pathname, former)
    return c.text('Not found', 404, { 'cache-control': 'no-store' })
  }
}

/** Returns whether a name cannot be a file in the folder of hashed files. */
export function isRefusedPath(name: string): boolean {
  return !/^[\w-][\w.-]*$/.test(name)
}

const typeOf = (name: string) => TYPES[name.slice(name.lastIndexOf('.') + 1)]

/** Reads a file for serving, with its `.br` and `.gz` if the names contain them. */
export async function readOne(dir: string, name: string, names: ReadonlySet<string>): Promise<StaticFile> {
  const read = async (file: string) => new Uint8Array(await readFile(path.join(dir, file)))
  const plain = await read(name)
  return {
    type: typeOf(name) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    bytes: {
      plain,
      ...(names.has(`${name}.br`) && { br: await read(`${name}.br`) }),
      ...(names.has(`${name}.gz`) && { gzip: await read(`${name}.gz`) }),
    },
  }
}

function answerFile(asked: Headers, pathname: string, file: StaticFile): Response {
  const headers = new Headers({
    'cache-control': lifetimeOf(pathname),
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (asked.get('if-none-match')?.includes(file.etag)) return new Response(null, { status: 304, headers })
  const encoding = bestEncoding(asked.get('accept-encoding') ?? '', file)
  if (encoding) headers.set('content-encoding', encoding)
  headers.set('content-type', file.type)
  if (file.type.startsWith('video/')) return answerPart(asked.get('range'), file, headers)
  return new Response(file.bytes[encoding ?? 'plain'], { headers })
}

function lifetimeOf(pathname: string): string {
  if (pathname.startsWith(ASSETS)) return 'public, max-age=31536000, immutable'
  return PICTURES.test(pathname) ? 'public, max-age=604800' : 'no-cache'
}

/** Answers a video in ranges, because some browsers play none without them. */
function answerPart(asked: string | null, { bytes: { plain } }: StaticFile, headers: Headers): Response {
  headers.set('accept-ranges', 'bytes')
  const range = readRange(asked, plain.length)
  if (range === null) return new Response(plain, { headers })
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${plain.length}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-range', `bytes ${range.start}-${range.end}/${plain.length}`)
  return new Response(plain.slice(range.start, range.end + 1), { status: 206, headers })
}

/** Returns the names of the encodings that a request accepts. */
export function acceptedEncodings(accepted: string): (string | undefined)[] {
  return accepted
    .split(',')
    .map((entry) => entry.replaceAll(' ', '').toLowerCase())
    .filter((entry) => !/;q=0(\.0+)?$/.test(entry))
    .map((entry) => entry.split(';')[0])
}

function bestEncoding(accepted: string, { bytes }: StaticFile): Encoding | null {
  const names = acceptedEncodings(accepted)
  if (bytes.br && names.includes('br')) return 'br'
  return bytes.gzip && names.includes('gzip') ? 'gzip' : null
}
