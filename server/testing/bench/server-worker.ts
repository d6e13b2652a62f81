import { openContext } from '../../app/open-context.ts'
import { startServer } from '../../app/server.ts'
import { startJobs } from '../../app/start-jobs.ts'
import { processEnvironment, readEnv } from '../../env.ts'

/* The server as `main.ts` starts it, but without pages, so that figures without a browser need no build. */

const read = readEnv(processEnvironment)
if (!read.ok) throw new Error(read.mistakes.join('\n'))
const opened = await openContext({ env: read.env })
await startJobs(opened.context)
const running = await startServer(opened.context, { withSite: false })
process.on('SIGTERM', () => {
  void running
    .stop()
    .then(() => opened.close())
    .finally(() => process.exit(0))
})
process.stdout.write(`The server is running at http://127.0.0.1:${running.port}\n`)
