import type { Traces } from './watch.ts'

/**
 * The same part of the context, whose functions that ask somebody outside are spans named `part.function`. `silent` are
 * those that only compute.
 */
export function traced<T extends object>(
  part: T,
  name: string,
  { traces, silent = [] }: { traces: Traces; silent?: (keyof T)[] },
): T {
  return new Proxy(part, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (typeof value !== 'function' || silent.includes(key as keyof T)) return value
      return (...args: unknown[]) =>
        traces.span(`${name}.${String(key)}`, { kind: 'client', facts: { 'peer.service': name } }, async () =>
          value.apply(target, args),
        )
    },
  })
}
