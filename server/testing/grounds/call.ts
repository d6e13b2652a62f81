import { pause } from '../../pause.ts'
import { Unreached } from './ground.ts'

const PATIENCE_MS = 20_000

/** The origin at which the browsers believe the app to be. */
export const ORIGIN = 'http://localhost:3000'

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: ORIGIN },
  body: JSON.stringify(body),
})

/** Returns the HTTP request to the server behind a port that stands for a browser's request to the app. */
export function requestTo(port: number, url: string, init: RequestInit): [url: string, init: RequestInit] {
  const origin = `http://127.0.0.1:${port}`
  const headers = { ...(init.headers as Record<string, string>), ...(hasOrigin(init) && { origin }) }
  const streaming = init.body instanceof ReadableStream ? { duplex: 'half' } : {}
  return [url.replace(ORIGIN, origin), { ...init, headers, redirect: 'manual', ...streaming } as RequestInit]
}

/** Sends a browser's request to the server behind a port. Throws `Unreached` if no whole answer comes. */
export async function callServer(port: number, url: string, init: RequestInit): Promise<Response> {
  const signal = init.signal ?? AbortSignal.timeout(PATIENCE_MS)
  try {
    const answer = await fetch(...requestTo(port, url, { ...init, signal }))
    const body = answer.status === 204 || init.method === 'HEAD' ? null : await answer.arrayBuffer()
    return new Response(body, { status: answer.status, headers: answer.headers })
  } catch (error) {
    throw new Unreached(String(error))
  }
}

const hasOrigin = ({ headers }: RequestInit) => 'origin' in (headers ?? {})

/**
 * Waits until the provider's library has repeated every call that was cut off, which it does half a second later by
 * the real clock. The clock leaps by days only after healing. If it did so before such a repeat, the provider would
 * forget a key that it remembers for a day (seed 50288: the repeat came three days late, and made a second refund).
 */
export const callsAreOver = () => pause(1_500)
