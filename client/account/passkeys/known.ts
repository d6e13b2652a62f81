/** Checks whether this browser supports passkeys at this address. A numeric IP address cannot have passkeys. */
export function arePasskeysKnown(): boolean {
  return 'PublicKeyCredential' in globalThis && /[a-z]/.test(location.hostname)
}
