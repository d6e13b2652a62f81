import type { Context } from '../context.ts'

/** One answered request. `route` is as the app declares it, never the requested address. */
export type ToldRequest = { route: string; method: string; status: number; ms: number }
export type ToldJob = { queue: string; done: boolean; ms: number }
/** One uncaught error of a browser, by kind and browser engine. */
export type ToldBrowserError = { kind: string; engine: string }

/** The values that are read on request. `bus` returns whether the bus of live changes is heard; null on a worker. */
export type Observed = {
  context: Context
  streams: () => number
  bus?: () => { kind: string; isHeard: boolean } | null
}
export type MetricsServer = { port: number; close(): Promise<void> }

/** Counts what happens in this process, for monitoring from outside. No label names a person. */
export type Metrics = {
  request(told: ToldRequest): void
  job(told: ToldJob): void
  browserError(told: ToldBrowserError): void
  /** Serves `GET /metrics` on a port of its own; null when that is not wanted. */
  serve(observed: Observed): Promise<MetricsServer | null>
}

export type Facts = Record<string, string | number>
/** One operation in a trace. Details known only at its end are added then. */
export type Span = { rename(name: string): void; add(facts: Facts): void }
type SpanOptions = {
  kind?: 'server' | 'client' | 'consumer'
  facts?: Facts
  /** The operation it continues from, as returned by `parent`. */
  from?: string
}

/** Traces a request through the jobs it leads to and the providers that these call. */
export type Traces = {
  /** Runs an operation as part of the current one, or as the first of a new trace. */
  span<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T>
  /** Returns the `traceparent` that a job carries to be linked to its cause; null when nothing is traced. */
  parent(): string | null
  /** Returns the ids that link a line of the log to its trace. */
  ids(): { traceId?: string; spanId?: string }
  /** Sends everything that has not been sent yet. */
  stop(): Promise<void>
}

const NO_SPAN: Span = { rename: () => {}, add: () => {} }

export const noMetrics: Metrics = {
  request: () => {},
  job: () => {},
  browserError: () => {},
  serve: async () => null,
}

export const noTraces: Traces = {
  span: (_name, _options, run) => run(NO_SPAN),
  parent: () => null,
  ids: () => ({}),
  stop: async () => {},
}

type Wanted = Pick<Context['env'], 'metrics' | 'otlpEndpoint' | 'role'>

/** Opens metrics and traces as the environment says. Loads nothing that is not wanted. */
export async function openWatch(env: Wanted): Promise<{ metrics: Metrics; traces: Traces }> {
  return {
    metrics: env.metrics ? (await import('./metrics.ts')).openMetrics(env.metrics) : noMetrics,
    traces: env.otlpEndpoint
      ? (await import('./traces.ts')).openTraces(env.otlpEndpoint, env.role)
      : noTraces,
  }
}
