/** Returns the addresses of an athlete: the profile, which is shared, and the request page (S2-2.83, D101). */
export function shareLinks(username: string, origin = globalThis.location?.origin ?? '') {
  return { profile: `${origin}/ask/${username}`, request: `${origin}/request/${username}` }
}

/** Returns an address as people say it, without the protocol. */
export function bareAddress(url: string): string {
  return url.replace(/^https?:\/\//, '')
}
