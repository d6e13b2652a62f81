import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { openSql } from '../../db/sql.ts'

/*
 * Does the product's work with node:http and postgres.js and nothing else: event streams, a write that is announced
 * to one
 * stream once it is committed, a body that is hashed, written and flushed, ranges of a file, and an empty page.
 */

const [dir = '.'] = process.argv.slice(2)
const sql = openSql({ host: process.env.PGHOST ?? '', database: 'bench', max: 8 })
await sql`create table if not exists bare (id uuid primary key, body text not null)`
const streams = new Map<string, http.ServerResponse>()
await sql.listen('bare', (name) => void streams.get(name)?.write('data: changed\n\n'))

function hold(name: string, response: http.ServerResponse): void {
  streams.set(name, response)
  response.on('close', () => streams.delete(name))
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 2000\n\n')
}

async function tell(name: string, response: http.ServerResponse): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`insert into bare (id, body) values (${randomUUID()}, ${'x'.repeat(300)})`
    await tx.notify('bare', name)
  })
  response.end('{}')
}

async function take(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const hash = createHash('sha256')
  const file = await open(path.join(dir, 'bare-upload'), 'w')
  for await (const chunk of request as AsyncIterable<Buffer>) {
    hash.update(chunk)
    await file.write(chunk)
  }
  await file.sync()
  await file.close()
  response.end(hash.digest('hex'))
}

/** Serves the requested range of a file, without any check. */
async function serve(name: string, request: http.IncomingMessage, response: http.ServerResponse) {
  const file = path.join(dir, 'served', path.basename(name))
  const { size } = await stat(file)
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
  const range = { start: Number(start), end: Math.min(Number(end), size - 1) }
  response.writeHead(206, {
    'content-type': 'video/mp4',
    'content-length': range.end - range.start + 1,
    'content-range': `bytes ${range.start}-${range.end}/${size}`,
  })
  createReadStream(file, range).pipe(response)
}

const EMPTY_PAGE = '<!doctype html><title>empty</title>'

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const name = searchParams.get('name') ?? ''
  if (pathname === '/stream') hold(name, response)
  else if (pathname === '/tell') void tell(name, response)
  else if (pathname === '/served') void serve(name, request, response)
  else if (request.method === 'GET') response.setHeader('content-type', 'text/html').end(EMPTY_PAGE)
  else void take(request, response)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  process.stdout.write(`bare is running at http://127.0.0.1:${port}\n`)
})
process.on('SIGTERM', () => process.exit(0))
