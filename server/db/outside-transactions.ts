import { InternalError } from '../log.ts'
import { isInTransaction } from './transaction.ts'

/**
 * The same part of the context, but it throws when one of its functions is called inside a transaction: a connection
 * would be kept waiting for work that is no database's, and there are few of them. `harmless` are the functions that only
 * compute. For tests, which walk every way there is.
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
