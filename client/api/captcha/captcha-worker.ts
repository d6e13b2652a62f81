import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/sha'

const scope = self as unknown as { postMessage(payload: string | null): void }

/** Answers a posted challenge with the payload for the server; null if no solution was found. */
self.addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  void solve(data).then(
    (payload) => scope.postMessage(payload),
    () => scope.postMessage(null),
  )
})

async function solve(challenge: Challenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey })
  return solution && btoa(JSON.stringify({ challenge, solution }))
}
