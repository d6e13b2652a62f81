import { createHmac } from 'node:crypto'
import { withoutMarks } from '../../../sync/marks.ts'
import { done, type Result, refuse } from '../../../sync/result.ts'
import type { Context } from '../../context.ts'
import type { Queryable } from '../../db/sql.ts'
import type { TxContext } from '../../transact.ts'

/** Letters and figures that are not taken for one another; 32 of them, five bits each. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CHARACTERS = 28

/** How often one client address may try a code in a quarter of an hour; the rest is the 140 bits of a code. */
export const CODE_TRIES = { max: 10, windowS: 900 } as const

/** Makes the code that counts from now on; it is told this once, to the admin who asked for it. */
export async function rotateSignupCode(work: TxContext, madeBy: string | null): Promise<{ code: string }> {
  const letters = [...work.context.random.bytes(CHARACTERS)].map((byte) => ALPHABET[byte % ALPHABET.length])
  const code = letters.join('').replace(/(.{4})(?=.)/g, '$1-')
  await setSignupCode(work, { code, madeBy })
  return { code }
}

/**
 * Makes this the code that counts from now on, and ends every other one with it. Only its hash is kept, under a key of
 * the server's, so that a copy of the table names no code (D28).
 */
export async function setSignupCode(
  { context, tx }: TxContext,
  { code, madeBy }: { code: string; madeBy: string | null },
): Promise<void> {
  // two admins at once: the second waits, and ends the first one's
  await tx`lock table signup_code in share row exclusive mode`
  await tx`update signup_code set ended_at = app_now() where ended_at is null`
  await tx`
    insert into signup_code (id, code_hash, made_by)
    values (${context.random.id()}, ${hashOf(context, code)}, ${madeBy})`
}

/** Whether this is the code that counts now, however it was typed (S2-5.1). Refusal: `wrong-signup-code`. */
export async function checkSignupCode(
  context: Pick<Context, 'secrets'>,
  on: Queryable,
  code: string,
): Promise<Result<true>> {
  const [row] = await on`
    select from signup_code where code_hash = ${hashOf(context, code)} and ended_at is null`
  return row ? done(true) : refuse('wrong-signup-code')
}

/** Spaces, dashes, small letters and marks that nobody sees are how people copy a code. */
function hashOf({ secrets }: Pick<Context, 'secrets'>, code: string): string {
  const plain = withoutMarks(code)
    .toUpperCase()
    .replace(/[\s-]+/g, '')
  return createHmac('sha256', secrets.signupCode).update(plain).digest('base64url')
}
