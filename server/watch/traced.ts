import type { Traces } from './watch.ts'

/**
 * Returns the same part of the context with its calls to the outside wrapped in spans named `part.function`.
 * `silent` names the functions that only compute.
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
