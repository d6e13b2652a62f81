import { readFile } from 'node:fs/promises'

/** The certificates of a file that a variable names, in PEM. Throws a sentence where it holds none or cannot be read. */
export async function certificatesIn(variable: string, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text
  throw new Error(
    `${variable} is "${file}"; it must be a file with certificates in PEM, which this server may read.`,
  )
}
