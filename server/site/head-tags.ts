import { PRODUCT } from '../../sync/text/product.ts'
import { escapeHtml } from '../escape-html.ts'

/** The content of a page's head, for users, search engines and shared links. Plain text, which is escaped here. */
export type PageHead = {
  title: string
  description?: string
  /** An absolute address, as social networks require. */
  image?: string
  /** The description of the image, for people who cannot see it. */
  imageAlt?: string
  url?: string
  noindex?: boolean
  /** The person of a profile page; undefined for pages of the site. */
  profile?: { firstName: string; lastName: string; username: string }
  /** Structured data for search engines (JSON-LD). */
  facts?: object
}

/** Returns a page's template with a head of its own. */
export function withHead(template: string, head: PageHead): string {
  const title = `<title>${escapeHtml(head.title)}</title>`
  const described = head.description ? template.replace(/<meta name="description"[^>]*>/, '') : template
  return described
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('</head>', () => `${headTags(head).join('')}</head>`)
}

/**
 * Marks a page from its first paint on as one where no real money moves: by 'stand-in', or by a test key of
 * Stripe's.
 */
export function setTestPayments(template: string, testPayments: string): string {
  return template.replace('<html ', () => `<html data-payments="${escapeHtml(testPayments)}" `)
}

/** Returns JSON for a data block in a page. It contains no `<`, which could end the block. */
export function blockJson(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}

function headTags(head: PageHead): string[] {
  const { title, description, image, url, noindex, profile, facts } = head
  return [
    tag('property', 'og:site_name', PRODUCT.name),
    tag('property', 'og:type', profile ? 'profile' : 'website'),
    tag('property', 'og:title', title),
    ...(description
      ? [tag('name', 'description', description), tag('property', 'og:description', description)]
      : []),
    ...(url ? [tag('property', 'og:url', url), `<link rel="canonical" href="${escapeHtml(url)}">`] : []),
    ...(profile ? profileTags(profile) : []),
    ...(image ? imageTags(image, head.imageAlt ?? title) : []),
    tag('name', 'twitter:card', image ? 'summary_large_image' : 'summary'),
    tag('name', 'twitter:title', title),
    ...(description ? [tag('name', 'twitter:description', description)] : []),
    ...(noindex ? [tag('name', 'robots', 'noindex')] : []),
    ...(facts ? [`<script type="application/ld+json">${blockJson(facts)}</script>`] : []),
  ]
}

function profileTags({ firstName, lastName, username }: NonNullable<PageHead['profile']>): string[] {
  return [
    tag('property', 'profile:first_name', firstName),
    tag('property', 'profile:last_name', lastName),
    tag('property', 'profile:username', username),
  ]
}

function imageTags(image: string, alt: string): string[] {
  return [
    tag('property', 'og:image', image),
    tag('property', 'og:image:type', 'image/png'),
    tag('property', 'og:image:width', '1200'),
    tag('property', 'og:image:height', '630'),
    tag('property', 'og:image:alt', alt),
    tag('name', 'twitter:image', image),
    tag('name', 'twitter:image:alt', alt),
  ]
}

function tag(key: 'name' | 'property', name: string, content: string): string {
  return `<meta ${key}="${name}" content="${escapeHtml(content)}">`
}
