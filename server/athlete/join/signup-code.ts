import { createHmac } from 'node:crypto'
import { withoutMarks } from '../../../sync/marks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'

/** 32 letters and digits that are not easily confused; each stands for five bits. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CHARACTERS = 28

/**
 * How often one client address may try a code in a quarter of an hour. The real protection is the 140 bits of a
 * code.
 */
export const CODE_TRIES = { max: 10, windowS: 900 } as const

/** Makes a new valid code and returns it, this once, for the admin who requested it. */
export async function rotateSignupCode(work: TxContext, madeBy: string | null): Promise<{ code: string }> {
  const letters = [...work.context.random.bytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length])
  const code = letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  await setSignupCode(work, { code, madeBy })
  return { code }
}

/**
 * Makes this the only valid code and ends every other one. Only its hash is stored, with a key of the server, so
 * that a copy of the table does not reveal the code (D28).
 */
export async function setSignupCode(
  { context, tx }: TxContext,
  { code, madeBy }: { code: string; madeBy: string | null },
): Promise<void> {
  // If two admins do this at once, the second waits and then ends the first one's code.
  await tx`lock table signup_code in share row exclusive mode`
  await tx`update signup_code set ended_at = app_now() where ended_at is null`
  await tx`
    insert into signup_code (id, code_hash, made_by)
    values (${context.random.id()}, ${hashOf(context, code)}, ${madeBy})`
}

/** Checks whether this is the valid code, however it was typed (S2-5.1). Refuses `wrong-signup-code`. */
export async function checkSignupCode(
  context: Pick<Context, 'secrets'>,
  on: Queryable,
  code: string,
): Promise<Result<true>> {
  const [row] = await on`
    select from signup_code where code_hash = ${hashOf(context, code)} and ended_at is null`
  return row ? done(true) : refuse('wrong-signup-code')
}

/** Hashes a code without the spaces, dashes, lower case and invisible characters that come from copying or typing. */
function hashOf({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  const plain = withoutMarks(code)
    .toUpperCase()
    .replace(/[\s-]+/g, '')
  return createHmac('sha256', secrets.signupCode).update(plain).digest('base64url')
}
