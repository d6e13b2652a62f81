import { type IncomingMessage, request, type ServerResponse } from 'node:http'

const DOWN =
  'The server does not run: the terminal of npm run dev says why. It is started again with the next change.\n'

type Exchange = { request: IncomingMessage; response: ServerResponse }

/** Forwards a request unchanged to the server at a port of this machine, and streams its answer back. */
export function forward({ request: asked, response }: Exchange, port: number | null): void {
  if (port === null) {
    answerDown(response)
    return
  }
  const { method, url, headers } = asked
  const passed = request({ host: '127.0.0.1', port, method, path: url, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
    answer.on('error', () => response.destroy())
  })
  // the server was stopped midway, and a page that reloads reaches the next one
  passed.on('error', () => (response.headersSent ? response.destroy() : answerDown(response)))
  response.on('close', () => passed.destroy())
  asked.pipe(passed)
}

function answerDown(response: ServerResponse): void {
  response.writeHead(503, { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '1' }).end(DOWN)
}
