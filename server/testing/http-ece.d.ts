declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Only what the tests read a push with. */
  const httpEce: {
    decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: Buffer }): Buffer
  }
  // biome-ignore lint/style/noDefaultExport: the package has no other
  export default httpEce
}
