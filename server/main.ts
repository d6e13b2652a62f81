import { offerFirstAdmin } from './account/second-factor/first-admin.ts'
import { seedDemo } from './demo/seed.ts'
import { processEnvironment, readEnv } from './env.ts'
import { startJobs } from './jobs/start-jobs.ts'
import { openContext } from './open-context.ts'
import { startServer, stopOnSignal } from './server.ts'
import { ensureBuilt } from './site/build.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Brings everything up, says where it is, and takes it down again when told to. */
async function main(): Promise<void> {
  const read = readEnv(processEnvironment)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const { env } = read
  if (env.mode !== 'production') await ensureBuilt()
  const opened = await openContext({ env, say })
  await startJobs(opened.context)
  const setUpPath = env.mode === 'production' ? await offerFirstAdmin(opened.context) : null
  const signIns = env.demo ? await seedDemo(opened.context, say) : null
  const running = await startServer(opened.context)
  stopOnSignal(async () => {
    await running.stop()
    await opened.close()
  })
  const address = env.publicUrl ?? `http://localhost:${running.port}`
  say(`\nInfield is running at ${address}`)
  if (signIns) {
    say(`  demo sign-ins   ${signIns.addresses.join(', ')}`)
    say(`  their password  ${signIns.password}`)
    if (signIns.signupCode) say(`  signup code     ${signIns.signupCode}`)
    say(`  mailbox         ${address}/dev/mail`)
  }
  if (setUpPath) say(`  first admin     ${address}${setUpPath} (told this once, good for a day)`)
  if (!env.stripe) say('  payments        local stand-in: no real money moves')
  say(`  data            ${env.dataDir}`)
  say('Stop with Ctrl-C.')
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
