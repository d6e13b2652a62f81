import { mkdir } from 'node:fs/promises'
import { startPostgres } from '../db/embedded.ts'
import { processEnvironment, readEnv } from '../env.ts'
import { PROJECT } from '../site/build.ts'
import { openFront } from './front.ts'
import { superviseServer } from './server-process.ts'

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)

/**
 * `npm run dev`: serves everything at one address. Vite stands in front with the client and forwards everything
 * else to the server, which restarts when its code changes. The database belongs to this process and keeps running.
 */
async function main(): Promise<void> {
  const read = readEnv(processEnvironment)
  if (!read.ok) throw new Error(read.mistakes.join('\n'))
  const { env } = read
  if (env.mode !== 'development')
    throw new Error(`npm run dev is for development: unset NODE_ENV (${env.mode}).`)
  // otherwise Vite would set it to production for the whole process when it builds the service worker
  processEnvironment.NODE_ENV = 'development'
  await mkdir(env.dataDir, { recursive: true, mode: 0o700 })
  const server = superviseServer({ project: PROJECT, say })
  const opening = openFront({
    project: PROJECT,
    listen: env,
    server,
    serviceWorker: processEnvironment.SERVICE_WORKER === '1',
  })
  if (!env.databaseUrl) say('Database: starting the built-in Postgres')
  const database = env.databaseUrl ? null : await startPostgres(`${env.dataDir}/postgres`)
  const front = await opening
  stopOnSignals(async () => {
    await server.stop()
    await front.close()
    await database?.stop()
  })
  front.onServerChange((file) => void server.restart(file))
  await server.start({ DEV_CLIENT: front.client, PORT: String(front.port), HOST: '127.0.0.1' })
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // a second Ctrl-C ends the process at once
      if (isStopping) process.exit(1)
      isStopping = true
      void stop().finally(() => process.exit(0))
    })
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
