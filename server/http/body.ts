import type { Context as Call } from 'hono'
import { LIMITS } from '../../sync/limits.ts'
import { done, type Result, refuse } from '../../sync/result.ts'
import { type Infer, z } from '../../sync/shape.ts'
import { within } from '../pause.ts'
import type { AppEnv } from './app-env.ts'
import { createOpenReads } from './open-reads.ts'

const MAX_DEPTH = 50
/**
 * How long a call's body may take: a phone that gets two kilobytes a second through still sends the longest. A body
 * is read before any limit is asked, so that one that never ended would be held for nothing.
 */
const WITHIN_MS = 30_000
/** How many bodies of callers without an account are read at once in a process; one more, and the oldest gives way. */
const STRANGERS_AT_ONCE = 1_000
const AGAIN_S = 5

const openRead = createOpenReads(STRANGERS_AT_ONCE)

/**
 * Reads the JSON of a request in the required shape, at most `maxBytes` long however it is sent. Refuses
 * `too-large`; `bad-json` (cut short, not UTF-8, not JSON, nested too deeply, or containing what no text column takes:
 * NUL, half a surrogate pair, the key `__proto__`); `bad-shape`, with the field in question; `too-many-requests` where
 * the body is not there whole within thirty seconds, or where one of a caller without an account gives way to newer ones.
 */
export async function readJson<S extends z.core.$ZodType>(
  c: Call<AppEnv>,
  shape: S,
  maxBytes: number = LIMITS.requestBytes,
): Promise<Result<Infer<S>>> {
  // A device that slept in the middle of its request sends it again, so being late is no fault of the body.
  const late = () => refuse('too-many-requests', { retryAfterS: AGAIN_S })
  const read = () => within(WITHIN_MS, readBytes(c.req.raw, maxBytes), late)
  const bytes = isOfAccount(c) ? await read() : await openRead(read)
  if (!bytes) return late()
  if (!bytes.ok) return bytes
  const value = parseJson(bytes.value)
  if (!value.ok) return value
  const parsed = z.safeParse(shape, value.value)
  if (parsed.success) {
    c.set('typed', parsed.data)
    return done(parsed.data)
  }
  const field = parsed.error.issues[0]?.path.map(String).join('.') ?? ''
  return refuse('bad-shape', field ? { field: field.slice(0, 80) } : undefined)
}

/** Returns whether the caller was found to have an account. Nobody was looked for where calls need no caller. */
const isOfAccount = (c: Call<AppEnv>) => {
  const found: AppEnv['Variables']['found'] | undefined = c.var.found
  return Boolean(found?.caller.personId)
}

/**
 * Reads the text of a request; refuses `too-large` when it is longer than `maxBytes`, and `bad-json` when it
 * breaks off or is not there whole within `withinMs`.
 */
export async function readText(
  c: Call,
  { maxBytes, withinMs }: { maxBytes: number; withinMs: number },
): Promise<Result<string>> {
  const bytes = await within(withinMs, readBytes(c.req.raw, maxBytes), () => refuse('bad-json'))
  return bytes.ok ? done(new TextDecoder().decode(bytes.value)) : bytes
}

/** Reads the whole body; refuses `too-large` as soon as it is longer than `maxBytes`, whatever its headers say. */
export async function readBytes(request: Request, maxBytes: number): Promise<Result<Uint8Array>> {
  const told = request.headers.get('content-length')
  if (Number(told ?? 0) > maxBytes) return refuse('too-large')
  try {
    // HTTP enforces a declared length, so such a body is read in one piece, without making a stream.
    return await (told === null ? readChunks(request, maxBytes) : readWhole(request, maxBytes))
  } catch {
    // The sender hung up or sent something that is not HTTP, which is not the server's fault.
    return refuse('bad-json')
  }
}

async function readWhole(request: Request, maxBytes: number): Promise<Result<Uint8Array>> {
  const bytes = new Uint8Array(await request.arrayBuffer())
  return bytes.byteLength > maxBytes ? refuse('too-large') : done(bytes)
}

async function readChunks(request: Request, maxBytes: number): Promise<Result<Uint8Array>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return refuse('too-large')
    chunks.push(chunk)
  }
  return done(Buffer.concat(chunks))
}

function parseJson(bytes: Uint8Array): Result<unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return isStorable(value) ? done(value) : refuse('bad-json')
  } catch {
    return refuse('bad-json')
  }
}

/** Checks the value level by level, so that deep nesting needs no stack. */
function isStorable(root: unknown): boolean {
  let level: unknown[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MAX_DEPTH || !level.every(isStorableLeaf)) return false
    level = level.flatMap(childrenOf)
  }
  return true
}

function isStorableLeaf(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  return Object.keys(value).every((key) => key !== '__proto__' && isStorableText(key))
}

const isStorableText = (text: string) => !text.includes('\0') && text.isWellFormed()

function childrenOf(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : []
}
