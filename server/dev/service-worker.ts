import { createHash } from 'node:crypto'
import { watch } from 'node:fs'
import path from 'node:path'
import { build, type Rolldown } from 'vite'

/** Scripts by their path on the site. */
export type ServedFiles = ReadonlyMap<string, string>

const PATH = '/service-worker.js'

/**
 * Replaces the service worker of an earlier `npm start` at this address, which would otherwise keep serving the app
 * it was built with. Clears its caches, unregisters it, and reloads its pages from the server.
 */
const REMOVER = `
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
  for (const page of await clients.matchAll({ type: 'window' })) await page.navigate(page.url).catch(() => {})
}
`

export const noServiceWorker = (): ServedFiles => new Map([[PATH, REMOVER]])

/**
 * Builds the service worker now and after every change in its folders. It precaches nothing, so pages,
 * notifications and background sending can be tried with it, but not a start without a network.
 */
export async function watchServiceWorker(
  project: string,
): Promise<{ files: () => ServedFiles; close(): Promise<void> }> {
  let files = await buildServiceWorker(project)
  const buildAnew = () => {
    void buildServiceWorker(project).then(
      (built) => {
        files = built
      },
      (error: unknown) => process.stderr.write(`The service worker was not built: ${String(error)}\n`),
    )
  }
  const watchers = ['service-worker', 'pwa'].map((folder) =>
    watch(path.join(project, 'client', folder), { recursive: true }, buildAnew),
  )
  return {
    files: () => files,
    close: async () => {
      for (const watcher of watchers) watcher.close()
    },
  }
}

async function buildServiceWorker(project: string): Promise<ServedFiles> {
  const built = (await build({
    configFile: false,
    mode: 'development',
    root: path.join(project, 'client'),
    publicDir: false,
    logLevel: 'error',
    define: { 'self.__WB_MANIFEST': '[]' },
    build: {
      write: false,
      target: 'es2023',
      minify: false,
      rolldownOptions: {
        input: path.join(project, 'client', 'service-worker', 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })) as Rolldown.RolldownOutput
  const files = built.output.map((file) => [file.fileName, textOf(file)] as const)
  const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
  return new Map(
    files.map(([name, text]) => [`/${name}`, `/${name}` === PATH ? sayingVersion(version) + text : text]),
  )
}

const textOf = (file: Rolldown.OutputChunk | Rolldown.OutputAsset) =>
  file.type === 'chunk' ? file.code : String(file.source)

/** Lets the service worker tell its version, for the page `/dev/device`. */
const sayingVersion = (version: string) => `
addEventListener('message', ({ data, ports }) => {
  if (data?.type === 'SAY_VERSION') ports[0]?.postMessage('${version}')
});
`
