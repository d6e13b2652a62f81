import { keepsNothing } from './keeps-nothing.ts'

/**
 * Names what holds that which this page stores, for a sentence that says by itself that it is nowhere else, or that
 * it is gone. Of something kept, say `keptWhere` instead.
 */
export function thisPlace(): 'this device' | 'this page' {
  return keepsNothing() ? 'this page' : 'this device'
}
