import { isIPv4 } from 'node:net'

/** Whether a host name, as an address or a header writes it, is this machine's own and can be nothing else. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase()
  if (name === 'localhost' || name === '::1' || name === '[::1]') return true
  return isIPv4(name) && name.startsWith('127.')
}
