import type { PublicAthlete } from './athlete.ts'

/** A link to an athlete's profile at a social network; `handle` is without the @. */
export type SocialLink = { network: 'Instagram' | 'TikTok' | 'X'; handle: string; href: string }

/** The form of a handle at each network, without its @ and without anything that could be an address (S2-5.13). */
export const HANDLES = { instagram: /^[\w.]{1,30}$/, tiktok: /^[\w.]{2,24}$/, x: /^\w{1,15}$/ } as const

const NETWORKS = [
  { field: 'instagram', network: 'Instagram', at: 'https://www.instagram.com/' },
  { field: 'tiktok', network: 'TikTok', at: 'https://www.tiktok.com/@' },
  { field: 'x', network: 'X', at: 'https://x.com/' },
] as const

/**
 * Returns the links of a profile, only for handles that are set (S1-2.84). A text that cannot be a handle of the
 * network gets no link.
 */
export function socialLinks(athlete: Pick<PublicAthlete, 'instagram' | 'tiktok' | 'x'>): SocialLink[] {
  return NETWORKS.flatMap(({ field, network, at }) => {
    const handle = (athlete[field] ?? '').trim().replace(/^@/, '')
    return HANDLES[field].test(handle) ? [{ network, handle, href: at + handle }] : []
  })
}

const TIKTOK =
  /^https:\/\/(?:(?:www|m|vm)\.)?tiktok\.com(?:\/@[\w.]{1,24})?\/(?:video|t|v)\/(\d{6,24})(?:\.html)?\/?(?:[?#]|$)/

/**
 * Returns the id in a TikTok link of the forms /video/{id}, /t/{id} and /v/{id} (S1-2.91 to S1-2.93); null for
 * every other address. The player's address contains only these digits, so that no link decides what a page loads
 * (D109).
 */
export function tiktokVideoId(link: string): string | null {
  return TIKTOK.exec(link.trim())?.[1] ?? null
}

const SHORT_TIKTOK =
  /^https:\/\/(?:(?:www\.)?tiktok\.com\/t|(vm|vt)\.tiktok\.com)\/(Z[A-Za-z0-9]{5,15})\/?(?:[?#]|$)/

/**
 * Returns a shared short link of TikTok, `tiktok.com/t/ZT8…` or `vm.tiktok.com/ZM8…`, without anything after the
 * code. Only TikTok knows which video the code stands for and its player does not accept codes, so the page can
 * link there but not load it (D109). Null for every other address.
 */
export function tiktokShortLink(link: string): string | null {
  const [, host, code] = SHORT_TIKTOK.exec(link.trim()) ?? []
  if (!code) return null
  return host ? `https://${host}.tiktok.com/${code}/` : `https://www.tiktok.com/t/${code}/`
}

/** The address of TikTok's player, which shows one video and nothing else; loaded only after a click (D109). */
export const TIKTOK_PLAYER = 'https://www.tiktok.com/player/v1/'
