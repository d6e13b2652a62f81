import { describe, expect, test } from 'vitest'
import { renderPage } from '../../render.tsx'

const fieldsOf = (html: string | null) =>
  [...(html ?? '').matchAll(/<(?:input|textarea|select)[^>]* name="(\w+)"[^>]*>/g)].map(
    ([tag, name]) => `${name}${/ required=/.test(tag) ? '' : '?'}`,
  )

/** Returns the links of a page, without those of its header and footer. */
const linksOf = (html: string | null) => {
  const main = html?.slice(html.indexOf('<main'), html.indexOf('</main>')) ?? ''
  return [...main.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)].map(([, to, words]) => [to, words])
}

describe('public forms as they arrive', () => {
  test('S1-2.56 S1-2.57 S1-5.1 S1-5.2 contact: title, the way to join, every field required, an email field', async () => {
    const html = await renderPage('/contact', null)
    expect(html).toMatch(/<h1[^>]*>Let&#x27;s get in touch<\/h1>/)
    expect(linksOf(html)).toEqual([['/join', 'Join as an athlete']])
    expect(html).toContain('type="email"')
    expect(fieldsOf(html)).toEqual(['firstName', 'lastName', 'email', 'subject', 'content'])
  })
  test('S1-2.52 S1-2.53 S1-5.3 D64 D81 application: the way to contact, all required but the platform', async () => {
    const html = await renderPage('/waitlist', null)
    expect(linksOf(html)).toEqual([['/contact', 'Contact us']])
    expect(html?.match(/<option value="(\w*)"/g)?.slice(-4)).toEqual(
      ['facebook', 'instagram', 'tiktok', 'x'].map((value) => `<option value="${value}"`),
    )
    expect(fieldsOf(html)).toEqual([
      'firstName',
      'lastName',
      'email',
      'city',
      'countryCode',
      'socialPlatform?',
      'socialAccount',
      'sport',
      'content',
    ])
  })
})

describe('the directory as it arrives', () => {
  test('S1-2.61 to S1-2.65 S1-4.30 title, search, thirteen tags, and what the address has chosen of them', async () => {
    const nobody = { athletes: [], after: null }
    const all = await renderPage('/ask', nobody)
    expect(all).toMatch(/<h1[^>]*>Pick an athlete, ask a question\.<\/h1>/)
    expect(all).toContain('placeholder="Search by sport, topic..."')
    expect(all?.match(/aria-pressed="false"/g)).toHaveLength(13)
    expect(all).not.toContain('Clear Filters')
    const chosen = await renderPage('/ask?q=800&tags=running%2Cncaa_d1', nobody)
    expect(chosen?.match(/aria-pressed="true"/g)).toHaveLength(2)
    expect(chosen).toContain('aria-label="Remove NCAA Division 1"')
    expect(chosen).toContain('value="800"')
    expect(chosen).toContain('Clear Filters')
  })
})
