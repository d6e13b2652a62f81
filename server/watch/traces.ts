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
 * Sends traces by OTLP over HTTP. What a caller says of a trace of its own is not taken over: anybody could join what is
 * none of theirs. Headers for the receiver come from `OTEL_EXPORTER_OTLP_HEADERS`, which the exporter reads.
 */
export function openTraces(endpoint: string, role: string): Traces {
  // the only context manager of the process, as its API wants it
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
        // its name alone: a message may quote what somebody sent
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
