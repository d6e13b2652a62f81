import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { refusalText } from '../text/refusals.ts'

type Failed = Extract<CallResult<unknown>, { ok: false }>

/** A failed call of the desk, as an error, because TanStack Query recognises a failure only when it is thrown. */
class CallFailed extends Error {
  readonly failed: Failed

  constructor(failed: Failed) {
    super('A call of the desk came to nothing.')
    this.failed = failed
  }
}

/**
 * Creates the query cache of one admin's open desk. Data is fetched again when a component that needs it mounts,
 * and when a part of the desk hears of a change. A failed fetch is not retried by itself, and the last data stays
 * on the screen.
 */
export function createDeskQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // Any other error is a bug, so it goes to the error boundary.
        throwOnError: (error) => !(error instanceof CallFailed),
      },
    },
  })
}

/**
 * Fetches a query again, and cancels a fetch that is under way, because the server may have answered that one
 * before the change. TanStack Query alone would not start a new fetch while the first one is running.
 */
export async function lookAgain(
  queries: QueryClient,
  queryKey: QueryKey,
  refetch: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true })
  await refetch()
}

/**
 * Calls the desk and returns the server's answer. Throws an error that `errorTextOf` can explain when the call fails.
 */
export async function askDesk<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await call<Answer>(path, body)
  if (!answer.ok) throw new CallFailed(answer)
  return answer.value
}

/** Returns in words why a call of the desk failed; null when there is no error or the error is another one. */
export function errorTextOf(error: Error | null): string | null {
  return error instanceof CallFailed ? callErrorText(error.failed) : null
}

/** Returns in words why a call of the desk failed. */
export function callErrorText(failed: Failed): string {
  if (!isNetworkError(failed)) return refusalText(failed.refusal)
  return failed.reason === 'server'
    ? 'The server is in trouble. Nothing was changed.'
    : 'The server was not reached. Nothing was changed.'
}
