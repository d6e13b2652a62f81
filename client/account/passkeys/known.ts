/** Whether this browser knows passkeys here; an address of numbers has none. */
export function arePasskeysKnown(): boolean {
  return 'PublicKeyCredential' in globalThis && /[a-z]/.test(location.hostname)
}
