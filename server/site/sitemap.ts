import { type Address, countAddressParts, listAddresses } from '../athlete/list-addresses.ts'
import type { Context } from '../context.ts'
import { escapeHtml } from '../escape-html.ts'

export const SITEMAP_KEPT_S = 3_600
const PAGES_PART = 0

type Kept = { text: Promise<string | null>; since: number }

/**
 * The list of all addresses for search engines: an index, one part with the public pages, and parts with profiles.
 */
export type Sitemap = {
  index(): Promise<string>
  /** Returns a part; null when there is no such part. */
  part(number: number): Promise<string | null>
}

/**
 * Opens the sitemap. Its lists are made on request and kept for an hour; with 100,000 athletes there are eleven.
 * `origin` is the site's own; the request's host never decides it.
 */
export function openSitemap(
  context: Context,
  { origin, pages }: { origin: string; pages: readonly string[] },
): Sitemap {
  const kept = new Map<string, Kept>()
  const keep = async (name: string, make: () => Promise<string | null>): Promise<string | null> => {
    const now = (await context.clock.now()).getTime()
    const found = kept.get(name)
    if (found && now - found.since < SITEMAP_KEPT_S * 1_000) return found.text
    const text = make()
    kept.set(name, { text, since: now })
    text.catch(() => kept.delete(name))
    return text
  }
  const countParts = async () =>
    Number(await keep('count', async () => String(await countAddressParts(context))))
  const profiles = async (part: number) =>
    urlset((await listAddresses(context, part)).map((address) => profileEntry(origin, address)))
  return {
    async index() {
      const parts = Array.from({ length: 1 + (await countParts()) }, (_, part) => part)
      return index(parts.map((part) => `${origin}/sitemap-${part}.xml`))
    },
    async part(number) {
      if (number === PAGES_PART) return urlset(pages.map((path) => entry(origin + path)))
      if (number > (await countParts())) return null
      return keep(String(number), () => profiles(number))
    },
  }
}

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SCHEMA = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const profileEntry = (origin: string, { username, day }: Address) => entry(`${origin}/ask/${username}`, day)

function entry(address: string, day?: string): string {
  const changed = day ? `<lastmod>${day}</lastmod>` : ''
  return `<url><loc>${escapeHtml(address)}</loc>${changed}</url>`
}

function urlset(entries: readonly string[]): string {
  return `${HEAD}<urlset ${SCHEMA}>\n${entries.join('\n')}\n</urlset>\n`
}

function index(addresses: readonly string[]): string {
  const entries = addresses.map((address) => `<sitemap><loc>${escapeHtml(address)}</loc></sitemap>`)
  return `${HEAD}<sitemapindex ${SCHEMA}>\n${entries.join('\n')}\n</sitemapindex>\n`
}
