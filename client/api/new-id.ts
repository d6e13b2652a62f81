import { uuidFromBytes } from '../../sync/id.ts'

/** Returns a new random id, made on the device. */
export function newId(): string {
  return uuidFromBytes(crypto.getRandomValues(new Uint8Array(16)))
}
