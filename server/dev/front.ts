import path from 'node:path'
import { createServer, type Plugin } from 'vite'
import { forward } from './forward.ts'
import type { ServerProcess } from './server-process.ts'
import { noServiceWorker, type ServedFiles, watchServiceWorker } from './service-worker.ts'

/** The path prefix that Vite serves; all other addresses belong to the server. */
const BASE = '/@client/'
/** The files that the server uses, in and outside its own folder. */
const OF_SERVER = /^(server|sync)\/|^client\/index\.html$/
const NOT_OF_SERVER = /\.test\.ts$|^server\/(testing|dev)\//

type FrontOptions = {
  project: string
  listen: { host: string; port: number }
  server: Pick<ServerProcess, 'ready'>
  /** Whether pages register the service worker. */
  serviceWorker: boolean
}

export type Front = {
  port: number
  /** The address of the client's page, for the server that sends it. */
  client: string
  /** Calls `listener` with the path of every changed file that the running server uses. */
  onServerChange(listener: (file: string) => void): void
  close(): Promise<void>
}

/**
 * Starts Vite's development server with hot module replacement, in front of the server. Throws when the port is
 * taken.
 */
export async function openFront({ project, listen, server, serviceWorker }: FrontOptions): Promise<Front> {
  const worker = serviceWorker ? await watchServiceWorker(project) : null
  const vite = await createServer({
    configFile: path.join(project, 'vite.config.ts'),
    base: BASE,
    clearScreen: false,
    logLevel: 'warn',
    define: { 'import.meta.env.SERVICE_WORKER': String(serviceWorker) },
    server: {
      host: listen.host,
      port: listen.port,
      strictPort: true,
      // without the project's data folder
      fs: { allow: ['client', 'sync', 'public', 'node_modules'].map((name) => path.join(project, name)) },
    },
    plugins: [passOn(server, worker?.files ?? noServiceWorker)],
  })
  await vite.listen().catch((error: unknown) => {
    throw new Error(
      `${error instanceof Error ? error.message : error}. Choose another one: PORT=… npm run dev`,
    )
  })
  vite.watcher.add([path.join(project, 'server'), path.join(project, 'sync')])
  const address = vite.httpServer?.address()
  const port = typeof address === 'object' && address ? address.port : listen.port
  return {
    port,
    client: `http://localhost:${port}${BASE}`,
    onServerChange(listener) {
      vite.watcher.on('all', (event, file) => {
        const name = path.relative(project, file).split(path.sep).join('/')
        const isOfServer = OF_SERVER.test(name) && !NOT_OF_SERVER.test(name)
        if (isOfServer && !event.endsWith('Dir')) listener(file)
      })
    },
    async close() {
      await worker?.close()
      await vite.close()
    },
  }
}

/** Forwards everything outside Vite's own prefix to the server. */
function passOn(server: Pick<ServerProcess, 'ready'>, workerFiles: () => ServedFiles): Plugin {
  return {
    name: 'infield:pass-on',
    configureServer(vite) {
      vite.middlewares.use(async (request, response, next) => {
        const pathname = request.url?.split('?')[0] ?? '/'
        if (pathname.startsWith(BASE)) return next()
        const script = workerFiles().get(pathname)
        if (script === undefined) return forward({ request, response }, await server.ready())
        response.setHeader('content-type', 'text/javascript; charset=utf-8')
        response.setHeader('cache-control', 'no-store')
        response.end(script)
      })
    },
  }
}
