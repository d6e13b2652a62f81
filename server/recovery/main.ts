import { randomBytes, randomUUID } from 'node:crypto'
import { offerRecovery } from '../account/team/recover.ts'
import { openDatabase } from '../app/open-context.ts'
import { untilReachable } from '../db/reachable.ts'
import { processEnvironment, readEnv } from '../env.ts'

/*
 * npm run recover-owner -- somebody@example.com, on the server and with its environment: prints a link with which
 * this address becomes an owner of the team, with a new password and a new second factor. See
 * docs/runbooks/team.md.
 */

const say = (sentence: string) => void process.stdout.write(`${sentence}\n`)

async function main(): Promise<void> {
  const [email] = process.argv.slice(2)
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email))
    throw new Error('Name the email address of the owner: npm run recover-owner -- somebody@example.com')
  const read = readEnv(processEnvironment)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const { env } = read
  const database = await openDatabase(env, () => {})
  try {
    await untilReachable(database.sql)
    const token = randomBytes(32).toString('base64url')
    const offered = await offerRecovery(database.sql, { id: randomUUID(), email, token })
    if (!offered.ok) throw new Error(`${email} has an account of a fan or an athlete: name another address.`)
    const address = env.publicUrl ?? `http://localhost:${env.port}`
    say(`${address}/setup#token=${token}`)
    say(`Open it within an hour, as ${offered.value.email}: choose a password, and add the second factor.`)
  } finally {
    await Promise.all([database.sql.end({ timeout: 1 }), database.direct.end({ timeout: 1 })])
    await database.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
