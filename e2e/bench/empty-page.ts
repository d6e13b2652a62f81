import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Empty = { server: Server; origin: string }

const EMPTY_PAGE = `<!doctype html><title>empty</title>
<main><section aria-labelledby="conversations"><ul><li>one</li></ul></section></main>
<script>navigator.serviceWorker.register('/worker.js')</script>`
const EMPTY_WORKER = `
oninstall = (event) => { skipWaiting(); event.waitUntil(caches.open('page').then((cache) => cache.add('/'))) }
onactivate = (event) => event.waitUntil(clients.claim())
onfetch = (event) => event.respondWith(caches.match('/'))`

/** Serves a page with one row and no app, which a service worker caches just as it caches the app's shell. */
export async function serveEmpty(): Promise<Empty> {
  const server = createServer((request, response) => {
    const isWorker = request.url === '/worker.js'
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' })
    response.end(isWorker ? EMPTY_WORKER : EMPTY_PAGE)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
