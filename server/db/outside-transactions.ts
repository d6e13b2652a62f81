import { InternalError } from '../log.ts'
import { isInTransaction } from './transaction.ts'

/**
 * Wraps a part of the context so that its functions throw inside a transaction, because a connection would wait
 * for work outside the database, and connections are few. `harmless` names functions that only compute. Used in
 * tests, which cover every path.
 */
export function outsideTransactions<T extends object>(part: T, name: string, harmless: (keyof T)[] = []): T {
  return new Proxy(part, {
    get(target, key) {
      const value = Reflect.get(target, key)
      if (typeof value !== 'function' || harmless.includes(key as keyof T)) return value
      return (...args: unknown[]) => {
        if (isInTransaction())
          throw new InternalError(`${name}.${String(key)} was called inside a transaction`)
        return value.apply(target, args)
      }
    },
  })
}
