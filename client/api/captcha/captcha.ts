import { CALLS } from '../../../sync/paths.ts'
import { type CallResult, call } from '../call.ts'

/**
 * How long a solved captcha is used, in milliseconds: a little less than the lifetime of a challenge, so that it
 * is still valid when it arrives.
 */
const FRESH_MS = 8 * 60_000
const PATIENCE_MS = 60_000

let solving: { since: number; payload: Promise<CallResult<string>> } | null = null

/**
 * Starts to solve a captcha in the background, so that it is ready when a call needs it. After a failure, the
 * next use tries again.
 */
export function prepareCaptcha(): void {
  if (solving && Date.now() - solving.since < FRESH_MS) return
  const mine = { since: Date.now(), payload: solveCaptcha() }
  solving = mine
  const forget = () => {
    if (solving === mine) solving = null
  }
  void mine.payload.then((payload) => {
    if (!payload.ok) forget()
  })
}

/** Waits for the captcha and returns whether it is solved, for a button that depends on it (S2-5.29). */
export async function waitForCaptcha(): Promise<boolean> {
  prepareCaptcha()
  return (await solving?.payload)?.ok === true
}

/** Returns a solved captcha for one write (D44). Refuses with `captcha-wrong` when no solution was found. */
export function takeCaptcha(): Promise<CallResult<string>> {
  prepareCaptcha()
  const taken = solving?.payload ?? solveCaptcha()
  solving = null
  return taken
}

async function solveCaptcha(): Promise<CallResult<string>> {
  const challenge = await call<unknown>(CALLS.captcha)
  if (!challenge.ok) return challenge
  const payload = await work(challenge.value)
  return payload ? { ok: true, value: payload } : { ok: false, refusal: { code: 'captcha-wrong' } }
}

function work(challenge: unknown): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./captcha-worker.ts', import.meta.url), { type: 'module' })
    const end = (payload: string | null) => {
      clearTimeout(deadline)
      worker.terminate()
      resolve(payload)
    }
    const deadline = setTimeout(() => end(null), PATIENCE_MS)
    worker.addEventListener('message', ({ data }: MessageEvent<string | null>) => end(data))
    worker.addEventListener('error', () => end(null))
    worker.postMessage(challenge)
  })
}
