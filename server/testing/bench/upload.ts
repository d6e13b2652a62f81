import { createHash, randomBytes, randomUUID } from 'node:crypto'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIMITS } from '../../../sync/limits.ts'
import type { Ground } from './ground.ts'
import { headersOf } from './http-client.ts'
import { type Measured, takeTurns, timed } from './measured.ts'
import { type Member, makeMembers } from './people.ts'

const RUNS = 5
const CUTS = 100
const WRITE_BYTES = 65_536
/**
 * The pause between writes of an upload that will be cut, as on a line of 100 Mbit/s, so that buffers fill as there.
 */
const PACE_MS = 5
/** The size of the pieces that the app sends when a proxy refuses a whole upload. */
const CHUNK_BYTES = 4 * 1_024 * 1_024

const LEAST_RATIO = 0.6
const MOST_AGAIN_PERCENT = 0.1

/** Measures uploading 100 MB, against a body that is only hashed, written and flushed, and what 100 cuts cost. */
export async function measureUpload(ground: Ground): Promise<Measured[]> {
  const [fan] = await makeMembers(ground, { role: 'basic', count: 1 })
  if (!fan) throw new Error('nobody was made')
  const bytes = randomBytes(LIMITS.videoBytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const rate = async (run: () => Promise<unknown>) => bytes.length / 1_000 / (await timed(run))
  const upload = { ground, fan, bytes, sha256 }
  const whole = await takeTurns(RUNS, {
    ours: () => rate(() => sendFilm(upload)),
    floor: () => rate(() => putWhole(upload)),
  })
  return [
    {
      ...{ figure: 'upload of 100 MB', unit: 'MB/s', ...whole, against: 'raw PUT, sha256, fsync' },
      bar: { of: 'ratio', least: LEAST_RATIO },
    },
    ...(await measureCuts(upload)),
  ]
}

type Upload = {
  ground: Ground
  fan: Member
  bytes: Buffer
  sha256: string
  /** Facts that differ from those of a question's film. */
  facts?: { purpose: 'answer'; questionId: string; durationMs: string }
}

/** Uploads a film in one piece and returns its id once its last byte is acknowledged. */
export async function sendFilm(upload: Upload): Promise<string> {
  const path = await createUpload(upload)
  const { status } = await send({ ...patchOf(upload, path), body: upload.bytes })
  if (status !== 204) throw new Error(`the upload was answered ${status}`)
  return path.slice('/files/'.length)
}

async function putWhole({ ground, bytes, sha256 }: Upload): Promise<void> {
  const { text } = await send({ port: ground.bare.port, method: 'PUT', path: '/put', body: bytes })
  if (text !== sha256) throw new Error('the raw upload came to other bytes')
}

/** Measures the bytes written to a connection but not kept, when each hundredth of an upload ends in a reset. */
async function measureCuts(upload: Upload): Promise<Measured[]> {
  const path = await createUpload(upload)
  const lost: number[] = []
  let offset = 0
  for (let cut = 1; cut <= CUTS; cut += 1) {
    const until = Math.round((upload.bytes.length * cut) / (CUTS + 1))
    const part = upload.bytes.subarray(offset, until)
    const written = await send({
      ...patchOf(upload, path, offset),
      body: part,
      promised: upload.bytes.length - offset,
    })
    const head = await send({ ...patchOf(upload, path), method: 'HEAD' })
    const kept = Number(head.headers['upload-offset'])
    lost.push(written.sent - (kept - offset))
    offset = kept
  }
  const { status } = await send({ ...patchOf(upload, path, offset), body: upload.bytes.subarray(offset) })
  if (status !== 204) throw new Error(`after ${CUTS} cuts the upload was answered ${status}`)
  const again = lost.reduce((sum, each) => sum + each, 0)
  const rest = { floor: [], against: 'each ends in a reset' }
  return [
    {
      ...{ figure: `sent again over ${CUTS} cuts`, unit: '%', ...rest },
      ours: [(again / upload.bytes.length) * 100],
      bar: { of: 'ours', most: MOST_AGAIN_PERCENT },
    },
    {
      ...{ figure: 'sent again, at worst of them', unit: 'KiB', ...rest },
      ours: [Math.max(...lost) / 1_024],
      bar: { of: 'ours', most: CHUNK_BYTES / 1_024 },
    },
  ]
}

async function createUpload({ ground, fan, bytes, sha256, facts: own }: Upload): Promise<string> {
  const mediaId = randomUUID()
  const facts = {
    mediaId,
    purpose: 'question',
    sha256,
    filetype: 'video/webm',
    durationMs: '3000',
    source: 'file',
    ...own,
  }
  const metadata = Object.entries(facts).map(
    ([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`,
  )
  const { status, text } = await send({
    ...patchOf({ ground, fan }, '/files'),
    method: 'POST',
    more: { 'upload-length': String(bytes.length), 'upload-metadata': metadata.join(',') },
  })
  if (status !== 201) throw new Error(`the upload was refused: ${status} ${text}`)
  return `/files/${mediaId}`
}

function patchOf({ ground, fan }: Pick<Upload, 'ground' | 'fan'>, path: string, offset = 0): Sending {
  const { port } = ground.server
  const headers = { ...headersOf(fan), origin: `http://127.0.0.1:${port}`, 'tus-resumable': '1.0.0' }
  const own = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
  return { port, method: 'PATCH', path, headers, bodyHeaders: own }
}

type Sending = {
  port: number
  method: string
  path: string
  headers?: Record<string, string>
  /** Headers that are sent only with a body. */
  bodyHeaders?: Record<string, string>
  more?: Record<string, string>
  body?: Buffer
  /** The announced number of bytes. Fewer are written, and then the connection is reset. */
  promised?: number
}
type Sent = { status: number; headers: http.IncomingHttpHeaders; text: string; sent: number }

function send({ port, method, path, headers, bodyHeaders, more, body, promised }: Sending): Promise<Sent> {
  const length = promised ?? body?.length ?? 0
  const isCut = promised !== undefined
  const all = { ...headers, ...more, ...(body && { ...bodyHeaders, 'content-length': length }) }
  return new Promise((done, failed) => {
    const request = http.request(
      { host: '127.0.0.1', port, method, path, headers: all, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        const { statusCode: status = 0, headers: said } = response
        response.on('end', () => done({ status, headers: said, text, sent: body?.length ?? 0 }))
      },
    )
    const gone = { status: 0, headers: {}, text: '', sent: body?.length ?? 0 }
    request.on('error', (error) => (isCut ? done(gone) : failed(error)))
    writeAll(request, body, isCut).then(() => {
      if (isCut) request.socket?.resetAndDestroy()
      else request.end()
    }, failed)
  })
}

/** Writes the body in pieces, each after the previous piece has left. */
async function writeAll(
  request: http.ClientRequest,
  body: Buffer | undefined,
  isPaced: boolean,
): Promise<void> {
  for (let from = 0; body && from < body.length; from += WRITE_BYTES) {
    const isTaken = request.write(body.subarray(from, from + WRITE_BYTES))
    if (!isTaken) await new Promise((done) => request.once('drain', done))
    if (isPaced) await sleep(PACE_MS)
  }
}
