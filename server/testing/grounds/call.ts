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

/** A browser's request, made to the server behind a port; `Unreached` when no whole answer came. */
export async function callServer(port: number, url: string, init: RequestInit): Promise<Response> {
  const origin = `http://127.0.0.1:${port}`
  const headers = { ...(init.headers as Record<string, string>), ...(hasOrigin(init) && { origin }) }
  const signal = init.signal ?? AbortSignal.timeout(PATIENCE_MS)
  const streaming = init.body instanceof ReadableStream ? { duplex: 'half' } : {}
  try {
    const whole = { ...init, headers, signal, redirect: 'manual', ...streaming } as RequestInit
    const answer = await fetch(url.replace(ORIGIN, origin), whole)
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
