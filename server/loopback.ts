import { isIPv4 } from 'node:net'

/** Checks whether a host name, as in an address or a header, is certainly this machine's own. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  if (name === 'localhost' || name === '::1' || name === '[::1]') return true
  return isIPv4(name) && name.startsWith('127.')
}
