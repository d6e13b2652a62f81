import { beforeAll, describe, expect, test } from 'vitest'
import { routeTree } from '../app/routes.tsx'
import { renderPage } from '../render.tsx'
import { BENEFITS, EXAMPLES, TOPICS } from './home/home-copy.ts'
import { part, REVEAL } from './motion/reveal.tsx'

/** Returns the text of a page without its tags. */
function wordsOf(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
  return text.replace(/\s+/g, ' ')
}

async function page(path: string, data: unknown = null) {
  const html = (await renderPage(path, data)) ?? ''
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  return { html, main, words: wordsOf(main) }
}

const linksTo = (html: string, to: string) =>
  [...html.matchAll(new RegExp(`<a [^>]*href="${to}"`, 'g'))].length

describe('home', () => {
  let main = ''
  let words = ''
  beforeAll(async () => {
    ;({ main, words } = await page('/'))
  })

  test('S1-1.1 the slogan', () => expect(words.toLowerCase()).toContain('where fans learn and athletes earn'))
  test('S1-1.2 the hero text', () =>
    expect(words.toLowerCase()).toContain('real athletes, affordable advice'))
  test('S1-2.38 Get Advice Now leads to the roster', () =>
    expect(main).toMatch(/<a [^>]*href="\/ask"[^>]*>Get Advice Now/))
  test('S1-2.39 athletes have a link of their own', () => expect(linksTo(main, '/benefits')).toBe(1))
  test('S1-1.7 who is asked, and what comes back', () => {
    expect(words).toContain('Send a short text or a short video to an experienced athlete, a coach')
    expect(words).toContain('fitness, nutrition and wellness')
    expect(words).toContain('A recorded video answer')
  })
  test('S1-1.20 the first question can be free, without a signup', () =>
    expect(words).toMatch(/your first question can be free\. No signup/))
  test('S1-1.21 the answer is a video of about 40 seconds', () =>
    expect(words).toMatch(/about 40 seconds, within 72 hours/))
  test('S1-1.26 S1-2.40 S1-9.10 all sixteen topics are in the list, each once', () => {
    expect(new Set(TOPICS).size).toBe(16)
    const list = main.match(/<ul aria-label="Topics".*?<\/ul>/s)?.[0] ?? ''
    expect([...list.matchAll(/<li[^>]*>([^<]*)/g)].map(([, topic]) => topic)).toEqual([...TOPICS])
  })
  test('S1-1.8 S1-1.9 S1-1.10 S1-1.11 S1-2.41 how it works, in four steps', () => {
    for (const said of [
      '1 Ask Submit a short question to the athlete you choose, no signup required.',
      '2 We screen We screen every question before we route it to the athlete.',
      '3 They answer If the athlete accepts, they send a recorded answer within 72 hours. If not, you are not charged.',
      '4 You watch You receive an email with a private link to view the answer. With an account, it is on your dashboard too.',
    ])
      expect(words).toContain(said)
  })
  test('S1-2.42 S1-9.9 a carousel of seven example questions, one of them shown', () => {
    expect(main).toContain('aria-roledescription="carousel"')
    expect(EXAMPLES).toHaveLength(7)
    const slides = [
      ...main.matchAll(/<div role="group"[^>]*aria-label="(\d) of 7" aria-hidden="(true|false)"/g),
    ]
    expect(slides.map(([, at, hidden]) => [at, hidden])).toEqual(
      EXAMPLES.map((_, at) => [String(at + 1), String(at !== 0)]),
    )
  })
  test.each([
    ['S1-1.14', 'Personalized answers', 'context'],
    ['S1-1.15', 'Guaranteed visibility', 'see all approved questions'],
    ['S1-1.16', 'Quick interactions', 'Ask in minutes. Answers come within 72 hours.'],
    ['S1-1.17', 'Real-world expertise', 'Only experienced athletes'],
    ['S1-1.18', 'No answer, no charge', 'You pay only after a response'],
    ['S1-1.19', 'Chat history', 'keeps your past questions and their context'],
  ])('%s the card %s', (_id, title, promise) => {
    const card = BENEFITS.find((benefit) => benefit.title === title)
    expect(card?.text).toContain(promise)
    expect(words).toContain(`${title} ${card?.text}`)
  })
  test('S1-1.13 S1-2.43 exactly six cards', () => {
    const section = main.match(/<section aria-labelledby="difference".*?<\/section>/s)?.[0] ?? ''
    expect(section.match(/<li/g)).toHaveLength(6)
  })
  test('S1-2.44 S1-2.45 the closing call', () => {
    expect(words).toContain('Choose an athlete and get advice ASAP.')
    expect(main).toMatch(/<a [^>]*href="\/ask"[^>]*>Ask something/)
  })
  test('S1-2.46 S1-2.47 sections come in at 10 %, their parts 0.3 s after one another; nothing hides without script', () => {
    expect(REVEAL).toEqual({ threshold: 0.1, staggerMs: 300 })
    for (const order of [1, 2, 3, 6]) expect(part(order)).toContain(`delay-${order * REVEAL.staggerMs}`)
    expect(main).not.toContain('data-waiting="')
  })
  test('D90 whatever moves by itself can be paused', () => {
    expect(words).toContain('Pause the topics')
    expect(words).toContain('Pause the example questions')
  })
})

describe('about', () => {
  let main = ''
  let words = ''
  beforeAll(async () => {
    ;({ main, words } = await page('/about'))
  })

  test('S1-2.2 S1-1.6 S1-1.22 the page stands and says the rules of the house', () => {
    expect(main.match(/<h1/g)).toHaveLength(1)
    expect(words).toContain('reads every question before the athlete sees it')
    expect(words).toContain('the hold is released and you pay nothing')
  })
  test('S1-1.23 S1-1.24 S1-1.25 ways to apply, to send an inquiry, to suggest an athlete', () => {
    expect(main).toMatch(/href="\/waitlist"[^>]*>.*?Become an athlete or expert/s)
    expect(main).toMatch(/href="\/contact"[^>]*>.*?Talk business/s)
    expect(main).toMatch(/href="\/ask"[^>]*>.*?Suggest an athlete/s)
  })
})

describe('benefits', () => {
  let main = ''
  let words = ''
  beforeAll(async () => {
    ;({ main, words } = await page('/benefits'))
  })

  test('S1-2.19 D35 the pitch names the share, the fee and the deadline before anybody signs up', () => {
    expect(words).toContain('80% is yours')
    expect(words).toContain('20% platform fee')
    expect(words).toContain('within 72 hours')
    expect(linksTo(main, '/athletejoin')).toBeGreaterThan(0)
    expect(linksTo(main, '/demo')).toBe(1)
  })
  test('S2-9.15 D35 mediating a dispute costs $0', () => expect(words).toContain('$0 dispute mediation fee'))
  test('S2-9.14 D34 payouts: every two weeks above $100, otherwise monthly', () =>
    expect(words).toContain('every two weeks when your balance is above $100, otherwise monthly'))
  test('S2-9.20 a table turns through what else there is; one column is shown, 900 px is its breakpoint', () => {
    const table = main.match(/<table.*?<\/table>/s)?.[0] ?? ''
    expect(table).toContain('min-[900px]:')
    expect(table).toContain('duration-750')
    const cells = [...table.matchAll(/<span aria-hidden="(true|false)"/g)].map(([, hidden]) => hidden)
    expect(cells).toHaveLength(18)
    expect(cells.filter((hidden) => hidden === 'false')).toHaveLength(6)
    expect(words).toContain('Pause the comparison')
  })
})

describe('demo', () => {
  test('S1-2.18 the story in three stills, and no player while there is no video', async () => {
    const { main, words } = await page('/demo', { hasVideo: false })
    expect(main.match(/<img [^>]*src="\/screenshots\/demo-/g)).toHaveLength(3)
    expect(main).not.toContain('<video')
    expect(words).toContain('about 40 seconds')
  })
  test('S1-2.18 the video, once it is there', async () => {
    expect((await page('/demo', { hasVideo: true })).main).toMatch(
      /<video [^>]*src="\/demo\/infield\.mp4"[^>]*controls/,
    )
  })
  test('S1-2.20 S2-2.10 S2-2.141 a fan’s dashboard with sample conversations and a Profile tab', async () => {
    const { main, words } = await page('/demodashboard')
    expect(main.match(/role="tab"/g)).toHaveLength(2)
    expect(words).toMatch(/Conversations Profile Demo/)
    expect(words).toContain('Mara is a Track & Field athlete from Eugene, United States')
    expect(main.match(/<article/g)).toHaveLength(3)
    expect(main).not.toContain('invisible')
    expect(words).toContain('Pause the messages')
  })
})

describe('legal texts', () => {
  test('S1-2.16 the privacy policy says what is kept, for how long, and who sees it', async () => {
    const { words } = await page('/privacypolicy')
    for (const said of [
      'deleted after 7 days',
      'after 14 days without a visit',
      'deleted after two days',
      'recorded with the address it came from, for 90 days',
      'from which network address',
      'Attempts on an account, with the network address of each: 90 days',
      'one that has not is withdrawn',
      'under 18',
    ])
      expect(words).toContain(said)
  })
  test('S1-2.17 S2-9.16 S2-9.17 the terms say when a card is held, charged and released, and what the cards mean', async () => {
    const { words } = await page('/termsofservice')
    for (const said of [
      'the amount is held on your card. That is not a charge yet',
      'within 48 hours',
      '72 hours to record an answer',
      'up to 24 hours later',
      'you keep 80%, and we keep 20%',
      'at least 15 years old',
      'ask a parent or guardian before you send a question, even a free one',
      'Yellow is a warning. Red takes a profile off the roster and pauses it. The last step closes the account.',
    ])
      expect(words).toContain(said)
  })
  test('each section has an anchor, and the list of contents leads to all of them', async () => {
    for (const path of ['/privacypolicy', '/termsofservice']) {
      const { main } = await page(path)
      const anchors = [...main.matchAll(/<h2 id="(section-\d+)"/g)].map(([, id]) => id)
      expect(anchors.length).toBeGreaterThan(8)
      for (const anchor of anchors) expect(main, anchor).toContain(`href="#${anchor}"`)
    }
  })
})

test('S1-2.4 S2-2.2 D64 the chooser: athlete, fan, without an account, and the way to apply', async () => {
  const { main, words } = await page('/join')
  expect(main).toMatch(/href="\/athletejoin"[^>]*>.*?Infield Athlete/s)
  expect(main).toMatch(/href="\/fanjoin"[^>]*>.*?Infield Fan/s)
  expect(main).toMatch(/href="\/ask"[^>]*>.*?Try without an account/s)
  expect(main).toMatch(/href="\/waitlist"[^>]*>Not ready\? Apply to join/)
  expect(words).toContain('Join Infield')
})

test('no public page carries a style attribute or a script', async () => {
  for (const path of [
    '/',
    '/about',
    '/benefits',
    '/join',
    '/demodashboard',
    '/privacypolicy',
    '/termsofservice',
  ])
    expect((await page(path)).html, path).not.toMatch(/ style=|<script/)
})

test('S1-2.1 S1-2.2 S1-2.4 S1-2.8 S1-2.10 S2-2.11 S1-2.11 S1-2.16 S1-2.17 S1-2.18 S1-2.19 S1-2.20 the route table knows the public pages', () => {
  const paths = Object.values(routeTree.children ?? {}).map(
    (route) => (route.options as { path?: string }).path,
  )
  for (const path of [
    '/',
    '/ask',
    '/about',
    '/join',
    '/waitlist',
    '/contact',
    '/privacypolicy',
    '/termsofservice',
    '/demo',
    '/benefits',
    '/demodashboard',
  ])
    expect(paths, path).toContain(path)
})

test('S1-2.21 D66 the former address of an athlete leads to the profile', () => {
  const routes = Object.values(routeTree.children ?? {})
  const former = routes.find((route) => (route.options as { path?: string }).path === '/athletes/$username')
  const options = former?.options as { beforeLoad?: (context: object) => never } | undefined
  const params = { username: 'athlete' }
  const leads = { options: expect.objectContaining({ to: '/ask/$username', params }) }
  expect(() => options?.beforeLoad?.({ params })).toThrow(expect.objectContaining(leads))
})
