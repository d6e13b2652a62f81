import { useState } from 'react'
import type { Refusal } from '../../sync/result.ts'
import type { CallResult } from '../api/call.ts'
import { NOT_LOADED } from '../api/network-error.ts'

/**
 * Makes the calls of an account form and keeps their state: whether a call is under way, and the error as a
 * sentence. `wantsCode` is true once the server accepted everything else and asks for a second factor; `ways`
 * lists the accepted kinds.
 */
export function useAccountCall() {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [ways, setWays] = useState<readonly string[] | null>(null)
  const run = async <T>(calling: () => Promise<CallResult<T>>): Promise<CallResult<T>> => {
    setBusy(true)
    setError(null)
    try {
      const result = await calling()
      const refusal = !result.ok && 'refusal' in result ? result.refusal : null
      if (refusal?.code === 'second-factor-wanted') setWays(waysIn(refusal.detail))
      else setError(await callError(result))
      return result
    } finally {
      setBusy(false)
    }
  }
  const send = <T = object>(path: string, body: object) => run(() => callOnce<T>(path, body))
  const sendProven = <T = object>(path: string, body: object) => run(() => provenOnce<T>(path, body))
  const startOver = () => {
    setWays(null)
    setError(null)
  }
  const wantsCode = ways !== null
  return { isBusy, error, setError, wantsCode, ways: ways ?? [], startOver, run, send, sendProven }
}

/** Loads `call` with the first call, because the form appears before anything is sent. */
export async function callOnce<T>(path: string, body: object): Promise<CallResult<T>> {
  const loaded = await import('../api/call.ts').catch(() => null)
  return loaded ? loaded.call<T>(path, body) : NOT_LOADED
}

/** Loads `callProven` and makes a call that sends a mail. Where nobody is signed in, this device solves a captcha. */
async function provenOnce<T>(path: string, body: object): Promise<CallResult<T>> {
  const loaded = await import('../api/captcha/call-proven.ts').catch(() => null)
  return loaded ? loaded.callProven<T>(path, body) : NOT_LOADED
}

/** Returns the error of a call as a sentence, or null. */
async function callError(result: CallResult<unknown>): Promise<string | null> {
  if (result.ok) return null
  if ('refusal' in result) return sayRefusal(result.refusal)
  if (result.reason === 'server') return 'The server is in trouble. Nothing is lost: try again in a moment.'
  return 'This needs a network, and our server was not reached. Try again when you are back.'
}

const UNKNOWN = 'This was refused, and the reason could not be loaded. Try again when you are back online.'

const loadSentences = () => import('../text/refusals.ts')

/** Returns the sentence for a refusal. Loads the sentences first; where that fails, returns a general one. */
export async function sayRefusal(refusal: Refusal, load = loadSentences): Promise<string> {
  const sentences = await load().catch(() => null)
  return sentences?.refusalText(refusal) ?? UNKNOWN
}

/** Returns the accepted kinds of second factor from a refusal's detail: `app`, `passkey`, or both. */
export function waysIn(detail: Refusal['detail']): string[] {
  return String(detail?.by ?? 'app').split(' ')
}
