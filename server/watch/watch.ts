import type { Context } from '../context.ts'

/** One answered request. `route` is as the app declares it, never an address that somebody asked for. */
export type ToldRequest = { route: string; method: string; status: number; ms: number }
export type ToldJob = { queue: string; done: boolean; ms: number }
/** One uncaught error of a browser, by what kind it is and in whose engine. */
export type ToldBrowserError = { kind: string; engine: string }

/** What is looked at when it is asked for; `bus` says whether the way of live changes is heard, null on a worker. */
export type Observed = {
  context: Context
  streams: () => number
  bus?: () => { kind: string; isHeard: boolean } | null
}
export type MetricsServer = { port: number; close(): Promise<void> }

/** What happens in this process, counted for whoever watches it from outside. No label names a person. */
export type Metrics = {
  request(told: ToldRequest): void
  job(told: ToldJob): void
  browserError(told: ToldBrowserError): void
  /** Answers `GET /metrics` on a port of its own; null where none is wanted. */
  serve(observed: Observed): Promise<MetricsServer | null>
}

export type Facts = Record<string, string | number>
/** What is being done. What is only known at its end is added then. */
export type Span = { rename(name: string): void; add(facts: Facts): void }
type SpanOptions = {
  kind?: 'server' | 'client' | 'consumer'
  facts?: Facts
  /** What it goes on from, as `parent` said it. */
  from?: string
}

/** The way of one request through the jobs that it leads to and the providers that these ask. */
export type Traces = {
  /** Runs something as a part of what is under way, or as the first of something new. */
  span<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T>
  /** What a job carries so that it is found beside what caused it (`traceparent`); null where nothing is traced. */
  parent(): string | null
  /** Under which ids a line of the log is found beside its trace. */
  ids(): { traceId?: string; spanId?: string }
  /** Sends what has not been sent yet. */
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

/** What is watched, as the environment says. Nothing is loaded for what is not wanted. */
export async function openWatch(env: Wanted): Promise<{ metrics: Metrics; traces: Traces }> {
  return {
    metrics: env.metrics ? (await import('./metrics.ts')).openMetrics(env.metrics) : noMetrics,
    traces: env.otlpEndpoint
      ? (await import('./traces.ts')).openTraces(env.otlpEndpoint, env.role)
      : noTraces,
  }
}
