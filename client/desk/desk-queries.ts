import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { refusalText } from '../text/refusals.ts'

type Failed = Extract<CallResult<unknown>, { ok: false }>

/** A call of the desk that came to nothing: the query library takes a failure only as something thrown. */
class CallFailed extends Error {
  readonly failed: Failed

  constructor(failed: Failed) {
    super('A call of the desk came to nothing.')
    this.failed = failed
  }
}

/**
 * What the desk has read, for as long as it is open and for one person. It is read again when something is looked at, and
 * whenever the desk hears of a change; a look that failed waits for whoever looks, and what was seen stays on the screen.
 */
export function createDeskQueries(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: false,
        refetchOnWindowFocus: false,
        // whatever else is thrown is a fault of ours
        throwOnError: (error) => !(error instanceof CallFailed),
      },
    },
  })
}

/**
 * Looks again, whatever look is under way: that one may have been answered before the change that is looked for. The
 * library alone would take a first look that has not ended for the new one.
 */
export async function lookAgain(
  queries: QueryClient,
  queryKey: QueryKey,
  refetch: () => Promise<unknown>,
): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true })
  await refetch()
}

/** What the server answers to a call of the desk; throws what `troubleIn` puts into words. */
export async function askDesk<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await call<Answer>(path, body)
  if (!answer.ok) throw new CallFailed(answer)
  return answer.value
}

/** Why a look came to nothing, in words; null while all is well. */
export function troubleIn(error: Error | null): string | null {
  return error instanceof CallFailed ? troubleOf(error.failed) : null
}

/** Why a call of the desk came to nothing. */
export function troubleOf(failed: Failed): string {
  if (!isNetworkError(failed)) return refusalText(failed.refusal)
  return failed.reason === 'server'
    ? 'The server is in trouble. Nothing was changed.'
    : 'The server was not reached. Nothing was changed.'
}
