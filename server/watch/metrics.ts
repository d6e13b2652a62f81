import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { createGauges } from './gauges.ts'
import type { Metrics, MetricsServer, Observed } from './watch.ts'

type Address = { host: string; port: number }

/** In seconds. A call that takes longer than the last bucket is too slow for any user. */
const REQUEST_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const JOB_BUCKETS = [0.05, 0.25, 1, 5, 30, 120, 600, 2700]

/** Opens the metrics for Prometheus. Every label has few values: declared routes, queues, states, browser engines. */
export function openMetrics(address: Address): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'infield_http_request_duration_seconds',
    help: 'How long requests took, by route, verb and status; of a stream, until it was open.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: REQUEST_BUCKETS,
    registers,
  })
  const jobs = new Histogram({
    name: 'infield_job_duration_seconds',
    help: 'How long jobs took that this process ran, by queue and outcome (done, failed).',
    labelNames: ['queue', 'outcome'] as const,
    buckets: JOB_BUCKETS,
    registers,
  })
  const browserErrors = new Counter({
    name: 'infield_browser_errors_total',
    help: 'Uncaught errors that browsers reported, by kind and engine. Browsers report a sample.',
    labelNames: ['kind', 'engine'] as const,
    registers,
  })
  return {
    request: ({ ms, route, method, status }) =>
      requests.observe({ route, method, status: String(status) }, ms / 1_000),
    job: ({ queue, done, ms }) => jobs.observe({ queue, outcome: done ? 'done' : 'failed' }, ms / 1_000),
    browserError: ({ kind, engine }) => browserErrors.inc({ kind, engine }),
    serve: (observed) => serve(registry, observed, address),
  }
}

/** Serves only `/metrics`, on an address that users cannot reach. */
async function serve(
  registry: Registry,
  observed: Observed,
  { host, port }: Address,
): Promise<MetricsServer> {
  const look = createGauges(registry, observed)
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    look()
      .then(() => registry.metrics())
      .then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        (error: unknown) => {
          observed.context.log.warn({ err: error }, 'the metrics could not be read')
          response.writeHead(500).end()
        },
      )
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', (error) =>
      failed(new Error(`The metrics could not be served on port ${port}: ${error.message}`)),
    )
    server.listen(port, host, listening)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
