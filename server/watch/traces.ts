import {
  type Span as ApiSpan,
  context,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Span, Traces } from './watch.ts'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/**
 * Opens traces that are sent by OTLP over HTTP. Trace headers of a caller are ignored, because anybody could join a
 * trace that is not theirs. The exporter reads headers for the receiver from `OTEL_EXPORTER_OTLP_HEADERS`.
 */
export function openTraces(endpoint: string, role: string): Traces {
  // the process's only context manager, which the API requires to be global
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'infield', 'infield.role': role }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) }),
    ],
  })
  const tracer = provider.getTracer('infield')
  const current = () => trace.getSpan(context.active())?.spanContext()
  return {
    async span(name, { kind, facts = {}, from }, run) {
      const parent = contextOf(from)
      const options = { attributes: facts, ...(kind && { kind: KINDS[kind] }) }
      const span = tracer.startSpan(name, options, parent)
      try {
        return await context.with(trace.setSpan(parent, span), () => run(described(span)))
      } catch (error) {
        // only the error's name, because a message may quote a user's data
        span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
        span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    parent() {
      const found = current()
      return found ? `00-${found.traceId}-${found.spanId}-0${found.traceFlags & TraceFlags.SAMPLED}` : null
    },
    ids() {
      const found = current()
      return found ? { traceId: found.traceId, spanId: found.spanId } : {}
    },
    stop: () => provider.shutdown(),
  }
}

const described = (span: ApiSpan): Span => ({
  rename: (name) => void span.updateName(name),
  add: (facts) => void span.setAttributes(facts),
})

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(from: string | undefined) {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(from ?? '') ?? []
  if (!traceId || !spanId) return context.active()
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags ?? '0', 16), isRemote: true }
  return trace.setSpanContext(context.active(), remote)
}
