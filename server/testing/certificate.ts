import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: (Uint8Array | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body)]), body])
}
/** Encodes the length in its shortest form, because some parsers of certificates accept no other. */
const lengthOf = ({ length }: Buffer) => {
  if (length < 128) return [length]
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const text = (tag: number, written: string) => der(tag, Buffer.from(written))

/** The object identifiers ecdsa-with-SHA256, commonName and subjectAltName. */
const SIGNED_BY = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const COMMON_NAME = der(0x06, [0x55, 0x04, 0x03])
const OTHER_NAMES = der(0x06, [0x55, 0x1d, 0x11])

/** Makes a self-signed certificate for one host name, valid for fifty years, and its private key. */
export function ownCertificate(hostname: string): { cert: string; key: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const name = sequence(der(0x31, sequence(COMMON_NAME, text(0x0c, hostname))))
  const facts = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [1]),
    SIGNED_BY,
    name,
    sequence(text(0x18, '20200101000000Z'), text(0x18, '20700101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(OTHER_NAMES, der(0x04, sequence(text(0x82, hostname)))))),
  )
  const signature = sign('sha256', facts, privateKey)
  const whole = sequence(facts, SIGNED_BY, der(0x03, [0], signature)).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}
