import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { done, type Result, refuse } from '../../sync/result.ts'
import { z } from '../../sync/shape.ts'
import type { Context } from '../context.ts'
import type { Env } from '../env.ts'
import type { TxContext } from '../transact.ts'

/** How many hashes a proof of work takes: a quarter of a second on a phone, but expensive for thousands of proofs. */
const WORK = { least: 20_000, most: 60_000 }
/** Almost no work in tests, because nearly every test asks a question and few are about the proof. */
const WORK_IN_TESTS = { least: 20, most: 60 }
const LIVES_MS = 10 * 60_000

/**
 * Makes a new proof of work, signed and valid for ten minutes of the app's clock. altcha-lib's `solveChallenge`
 * solves it.
 */
export async function makeChallenge({
  env,
  secrets,
  clock,
  random,
}: Pick<Context, 'secrets' | 'clock' | 'random'> & { env: Pick<Env, 'mode'> }): Promise<Challenge> {
  const now = await clock.now()
  const { least, most } = env.mode === 'test' ? WORK_IN_TESTS : WORK
  return createChallenge({
    algorithm: 'SHA-256',
    cost: 1,
    counter: least + (Buffer.from(random.bytes(4)).readUInt32BE() % (most - least)),
    // Signed with the rest, because the library's own expiry would use the process's clock.
    data: { expiresAt: now.getTime() + LIVES_MS },
    deriveKey,
    hmacSignatureSecret: secrets.captcha,
    hmacKeySignatureSecret: keySecret(secrets.captcha),
  })
}

const payloadShape = z.object({
  challenge: z.object({
    parameters: z.looseObject({ data: z.object({ expiresAt: z.number() }) }),
    signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string().check(z.maxLength(128)) }),
})

/**
 * Checks a solved challenge, which counts once: it is spent in the caller's transaction, so that a refused write
 * does not use it up. `payload` is base64 of `{ challenge, solution }`. Refuses `captcha-missing`,
 * `captcha-wrong` (not ours, not solved, too old), `captcha-used`.
 */
export async function checkCaptcha(
  { context, tx, now }: TxContext,
  payload: string | null,
): Promise<Result<true>> {
  if (!payload) return refuse('captcha-missing')
  const solved = readPayload(payload)
  if (!solved || !(await isSolved(context.secrets.captcha, solved))) return refuse('captcha-wrong')
  const { expiresAt } = solved.challenge.parameters.data
  if (expiresAt <= now.getTime()) return refuse('captcha-wrong')
  const spent = await tx`insert into captcha_spent (signature, expires_at)
    values (${solved.challenge.signature}, ${new Date(expiresAt)}) on conflict do nothing returning 1`
  return spent.length === 1 ? done(true) : refuse('captcha-used')
}

function readPayload(payload: string) {
  try {
    const parsed = z.safeParse(payloadShape, JSON.parse(Buffer.from(payload, 'base64').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

async function isSolved(
  secret: string,
  { challenge, solution }: z.infer<typeof payloadShape>,
): Promise<boolean> {
  const { verified } = await verifySolution({
    challenge: challenge as unknown as Payload['challenge'],
    solution,
    deriveKey,
    hmacSignatureSecret: secret,
    hmacKeySignatureSecret: keySecret(secret),
  })
  return verified
}

const keySecret = (secret: string) => `${secret} key`
