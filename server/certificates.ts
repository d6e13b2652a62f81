import { readFile } from 'node:fs/promises'

/**
 * Returns the certificates (PEM) in a file that a variable names. Throws a sentence where the file has none or
 * cannot be read.
 */
export async function certificatesIn(variable: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Error(
    `${variable} is "${file}"; it must be a file with certificates in PEM, which this server may read.`,
  )
}
