import { GetObjectCommand } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { SignedAddresses } from '../storage.ts'
import type { Objects } from './bucket.ts'

/** Long enough to follow the redirect at once, and short enough that a revoked right ends soon. */
const SIGNED_S = 60

/** Returns addresses that the store itself answers, with the type that the file was read as and without caching. */
export async function signedAddresses(
  { client, bucket: Bucket }: Objects,
  keyOf: (key: string) => string,
): Promise<SignedAddresses> {
  const address: SignedAddresses['address'] = (key, { type, disposition, at }) =>
    getSignedUrl(
      client,
      new GetObjectCommand({
        Bucket,
        Key: keyOf(key),
        ResponseCacheControl: 'private, no-store',
        ResponseContentDisposition: disposition,
        ResponseContentType: type,
      }),
      // not this machine's time: where it is a minute late, every address would be over before it is read
      { expiresIn: SIGNED_S, signingDate: at },
    )
  const { origin } = new URL(
    await address('any', { type: 'video/mp4', disposition: 'inline', at: new Date(0) }),
  )
  return { origin, address }
}
