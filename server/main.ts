import { offerFirstAdmin } from './account/second-factor/first-admin.ts'
import { migrateOnly, openContext } from './app/open-context.ts'
import { startServer, stopOnSignal } from './app/server.ts'
import { startJobs } from './app/start-jobs.ts'
import type { DemoSignIns } from './demo/seed.ts'
import type { Ready } from './dev/server-process.ts'
import { processEnvironment, readEnv } from './env.ts'
import { ensureBuilt } from './site/build.ts'
import { bucketName } from './store-address.ts'
import { warningsOf } from './warnings.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/** Starts the server, prints its address, and stops it when told to. */
async function main(): Promise<void> {
  const read = readEnv(processEnvironment)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const { env } = read
  const [argument, ...more] = process.argv.slice(2)
  if (argument === '--migrate-only' && more.length === 0) return migrateOnly({ env, say })
  if (argument)
    throw new Error(`server/main.ts knows --migrate-only, and not "${[argument, ...more].join(' ')}".`)
  const isPublic = env.role !== 'worker'
  if (env.mode !== 'production' && !env.devClient && isPublic) await ensureBuilt()
  const opened = await openContext({ env, say })
  await startJobs(opened.context)
  const signIns = env.demo ? await (await import('./demo/seed.ts')).seedDemo(opened.context, say) : null
  const running = await startServer(opened.context)
  const setUpPath = env.mode === 'production' && isPublic ? await offerFirstAdmin(opened.context) : null
  stopOnSignal(async () => {
    await running.stop()
    await opened.close()
  })
  const address =
    env.publicUrl ?? `${env.tls ? 'https' : 'http'}://localhost:${env.devClient ? env.port : running.port}`
  const lines = [
    isPublic
      ? `\nInfield is running at ${address}`
      : `\nInfield's jobs run here; ${env.host}:${running.port} answers /healthz and /readyz`,
    ...signInLines(signIns, address),
    ...(setUpPath ? [`  first admin     ${address}${setUpPath} (good for a day, until it is used)`] : []),
    ...(env.staging
      ? ['  staging         the rules of production with test cards: no real money moves']
      : []),
    // The bus is left out, because a broker is only being connected now; the log says when it is connected.
    ...warningsOf(
      { env, converter: opened.context.converter ?? null },
      await opened.context.blobs.room(),
    ).map((warning) => `  warning         ${warning}`),
    ...(env.stripe ? [] : ['  payments        local stand-in: no real money moves']),
    `  data            ${env.dataDir}`,
    ...(env.storage.kind === 's3' ? [`  videos          ${bucketName(env.storage)}`] : []),
    'Stop with Ctrl-C.',
  ]
  if (env.devClient) tellSupervisor({ port: running.port, greeting: lines.join('\n') })
  else say(lines.join('\n'))
}

function signInLines(signIns: DemoSignIns | null, address: string): string[] {
  if (!signIns) return []
  return [
    `  demo sign-ins   ${signIns.addresses.join(', ')}`,
    `  their password  ${signIns.password}`,
    ...(signIns.signupCode ? [`  signup code     ${signIns.signupCode}`] : []),
    `  mailbox         ${address}/dev/mail`,
  ]
}

/** Tells `npm run dev` that this server is ready; the server ends with the process that started it. */
function tellSupervisor(ready: Ready): void {
  process.send?.(ready)
  process.once('disconnect', () => process.exit(0))
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
