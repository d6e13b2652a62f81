declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Declares only the function with which the tests decrypt a push. */
  const httpEce: {
    decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer
  }
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default httpEce
}
