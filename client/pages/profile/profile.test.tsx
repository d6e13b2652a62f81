import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { PublicAthlete } from '../../../sync/athlete/athlete.ts'
import { InfoSteps } from '../../athlete/profile/info-steps.tsx'
import { renderPage } from '../../render.tsx'

const NORA: PublicAthlete = {
  id: '7f3c2f0e-8f7e-4c55-9a5e-0d2d8f6f1a01',
  username: 'noraquist',
  firstName: 'Nora',
  lastName: 'Quist',
  sport: 'Track & Field',
  position: '800 m',
  bio: 'Two laps.\nThen two more.',
  achievements: ['NCAA all-conference', '2:02 over 800 m'],
  interests: ['Race tactics', 'Pacing'],
  tags: [],
  city: 'Eugene',
  countryCode: 'US',
  priceCents: 1_500,
  promo: false,
  paused: false,
  pausedUntil: null,
  pictureUrl: '/nora.jpg',
  coverUrls: ['/one.jpg', '/two.jpg', '/three.jpg'],
  instagram: 'nora.q',
  tiktok: null,
  x: 'nora_q',
  tiktokEmbeds: [
    'https://www.tiktok.com/@nora.q/video/7106594312292453675',
    'https://evil.example/video/7106594312292453676',
    'https://www.tiktok.com/t/7106594312292453675',
    'https://m.tiktok.com/v/6718335390845095173.html',
  ],
  answerMinutes: null,
  ratingTotal: 47,
  ratingCount: 10,
}

async function profile(more: Partial<PublicAthlete> = {}) {
  const html = (await renderPage('/ask/noraquist', { ...NORA, ...more })) ?? ''
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'))
  const words = main
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
  return { main, words }
}

const sectionOf = (main: string, title: string) =>
  main.match(/<section .*?<\/section>/gs)?.find((section) => section.includes(`>${title}</h2>`)) ?? null

describe('the top of a profile as it arrives', () => {
  test('S1-2.79 D92 the first cover picture; without any the lines of the sport', async () => {
    const { main } = await profile()
    expect(main).toMatch(/<header .*?<img [^>]*src="\/one\.jpg"/s)
    expect(main).not.toContain('/two.jpg')
    const bare = (await profile({ coverUrls: [] })).main
    expect(bare).toMatch(/<header .*?#lanes-mark/s)
  })
  test('S1-2.80 S1-2.81 S1-2.82 S1-2.83 picture, name, position and sport or only the sport, achievements', async () => {
    const { main, words } = await profile()
    expect(main).toMatch(/<img [^>]*src="\/nora\.jpg"/)
    expect(words).toContain('800 m, Track & Field Nora Quist Eugene, United States')
    expect((await profile({ position: null })).words).toMatch(/(?<!, )Track & Field Nora Quist/)
    expect(sectionOf(main, 'Achievements')?.match(/<li/g)).toHaveLength(2)
    expect((await profile({ pictureUrl: null, achievements: [] })).main).not.toMatch(/nora\.jpg|Achievements/)
  })
  test('S1-2.84 links only where something is set, and they tell nobody where one came from', async () => {
    const { main } = await profile()
    const links = [...main.matchAll(/<a href="(https:[^"]*)"[^>]*rel="([^"]*)"/g)].map(([, href, rel]) => [
      href,
      rel,
    ])
    expect(links).toEqual([
      ['https://www.instagram.com/nora.q', 'noopener noreferrer nofollow'],
      ['https://x.com/nora_q', 'noopener noreferrer nofollow'],
    ])
    expect((await profile({ instagram: null, x: '../evil' })).main).not.toContain('Elsewhere')
  })
  test('S1-2.88 S1-9.16 D85 total ÷ count with one decimal of five, and no rating is none', async () => {
    expect((await profile()).main).toContain('4.7 out of 5 stars')
    expect((await profile({ ratingTotal: 14, ratingCount: 3 })).words).toContain('4.7 (3 ratings)')
    expect((await profile({ ratingTotal: 0, ratingCount: 0 })).words).toContain(
      'Response Rating No ratings yet',
    )
  })
})

describe('what there is to read', () => {
  test('S1-2.89 S1-2.94 About and Areas of insight, and nothing empty', async () => {
    const { main } = await profile()
    expect(sectionOf(main, 'About')).toContain('Two laps.\nThen two more.')
    expect(sectionOf(main, 'Areas of insight')?.match(/<li/g)).toHaveLength(2)
    const bare = (await profile({ bio: '', interests: [], achievements: [], tiktokEmbeds: [] })).main
    expect(bare).not.toContain('<section')
  })
  test('S1-2.90 S1-7.13 D109 Popular Advice offers each video once, refuses what is no video, and names no address of TikTok', async () => {
    const { main, words } = await profile()
    const advice = sectionOf(main, 'Popular Advice')
    expect(advice?.match(/<button/g)).toHaveLength(2)
    expect(words).toContain('Advice 1 by Nora Quist, from TikTok')
    expect(words).toContain('Nothing is loaded from there until you press one.')
    expect(main).not.toMatch(/<iframe|tiktok\.com|evil/)
    const short = (
      await profile({ tiktokEmbeds: ['https://vm.tiktok.com/ZMeAbC123/', ...NORA.tiktokEmbeds] })
    ).main
    expect(
      short.match(
        /<a href="https:\/\/vm\.tiktok\.com\/ZMeAbC123\/" target="_blank" rel="noopener noreferrer/,
      ),
    ).not.toBeNull()
    expect(sectionOf(short, 'Popular Advice')?.match(/<button/g)).toHaveLength(2)
    expect(short).not.toMatch(/<iframe|<script[^>]*tiktok|<link[^>]*tiktok/)
    expect((await profile({ tiktokEmbeds: ['https://evil.example/video/1'] })).words).not.toContain(
      'Popular Advice',
    )
  })
  test('S1-2.95 S1-1.12 S1-1.21 S1-1.22 the widget explains the product', async () => {
    const { main } = await profile()
    const widget = `${main.match(/<details.*?<\/details>/s)?.[0]}${renderToStaticMarkup(<InfoSteps />)}`
    for (const said of [
      'What is Infield?',
      'No signup required.',
      'a personal video of about 40 seconds, within 3 days of approval',
      'No answer, no charge',
    ])
      expect(widget.replaceAll('<!-- -->', '')).toContain(said)
  })
  test('S1-2.97 the popup is no part of the page as it arrives', async () => {
    expect((await profile({ promo: true })).words).not.toContain('Free First Question')
  })
})

test('a promo athlete’s page says that the first question is free and what the next one costs, and never both as one', async () => {
  const { words } = await profile({ promo: true })
  expect(words).toContain('Free for your first question, then $15 each')
  expect(words).toContain('First one free, then $15')
  expect(words).not.toContain('Your card is held')
  const plain = (await profile()).words
  expect(plain).toContain('$15 for one question')
  expect(plain).toContain('Your card is held, not charged, until the answer arrives')
})
