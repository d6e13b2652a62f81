import { useState } from 'react'
import type { Refusal } from '../../sync/result.ts'
import type { CallResult } from '../api/call.ts'
import { NOT_LOADED } from '../api/network-error.ts'

/**
 * One call of an account's forms at a time: whether it is under way, and what came of it in a sentence. `wantsCode`: all
 * of it was right, and the account asks for a second factor as well; `ways`: by what it is shown.
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

/** `call` comes with the first one: a form is there before anything is sent. */
async function callOnce<T>(path: string, body: object): Promise<CallResult<T>> {
  const loaded = await import('../api/call.ts').catch(() => null)
  return loaded ? loaded.call<T>(path, body) : NOT_LOADED
}

/** The same for what makes a mail: whoever is not signed in has this device solve a captcha for it. */
async function provenOnce<T>(path: string, body: object): Promise<CallResult<T>> {
  const loaded = await import('../api/captcha/call-proven.ts').catch(() => null)
  return loaded ? loaded.callProven<T>(path, body) : NOT_LOADED
}

/** The server has just answered, so the sentences can be had from it. */
async function callError(result: CallResult<unknown>): Promise<string | null> {
  if (result.ok) return null
  if ('refusal' in result) {
    const { refusalText } = await import('../text/refusals.ts')
    return refusalText(result.refusal)
  }
  if (result.reason === 'server') return 'The server is in trouble. Nothing is lost: try again in a moment.'
  return 'This needs a network, and our server was not reached. Try again when you are back.'
}

/** The ways in which a second factor is shown, as a refusal names them: an app, a passkey. */
export function waysIn(detail: Refusal['detail']): string[] {
  return String(detail?.by ?? 'app').split(' ')
}
