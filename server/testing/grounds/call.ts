import { pause } from '../../pause.ts'
import { Unreached } from './ground.ts'

const PATIENCE_MS = 20_000

/** Where the browsers believe the app to be. */
export const ORIGIN = 'http://localhost:3000'

export const jsonPost = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: ORIGIN },
  body: JSON.stringify(body),
})

/** What is asked, over HTTP, of the server behind a port where a browser asks the app. */
export function requestTo(port: number, url: string, init: RequestInit): [url: string, init: RequestInit] {
  const origin = `http://127.0.0.1:${port}`
  const headers = { ...(init.headers as Record<string, string>), ...(hasOrigin(init) && { origin }) }
  const streaming = init.body instanceof ReadableStream ? { duplex: 'half' } : {}
  return [url.replace(ORIGIN, origin), { ...init, headers, redirect: 'manual', ...streaming } as RequestInit]
}

/** A browser's request, made to the server behind a port; `Unreached` when no whole answer came. */
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
 * A call that was cut off is asked once more by the provider's library, half a second later by the real clock. Every leap
 * of days comes after healing: over such a call, it would have the provider forget a key that it remembers for a day
 * (seed 50288: the repeat came three days late, and made a second refund).
 */
export const callsAreOver = () => pause(1_500)
