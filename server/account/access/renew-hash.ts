import type { Context } from '../../context.ts'
import { HashingCrowded } from '../../log.ts'
import { accountByEmail } from './account-row.ts'

/**
 * Makes the hash of a password anew that was just found to be right, where it was made in a way of before. Where many wait
 * for theirs it is left for the next time.
 */
export async function renewHash(
  context: Context,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const { sql, passwords } = context
  const account = await accountByEmail(sql, email)
  const former = account?.passwordHash
  if (!former || !passwords.isOutdated(former)) return
  try {
    const hash = await passwords.hash(password)
    await sql`
      update auth.account set password = ${hash}, "updatedAt" = app_now()
      where "userId" = ${account.userId} and "providerId" = 'credential' and password = ${former}`
  } catch (error) {
    if (!(error instanceof HashingCrowded)) throw error
  }
}
