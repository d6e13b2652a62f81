import { describe, expect, test } from 'vitest'
import { socialLinks, tiktokShortLink, tiktokVideoId } from './links.ts'

describe('TikTok links', () => {
  test.each([
    ['S1-2.91', 'https://www.tiktok.com/@nora.q/video/7106594312292453675', '7106594312292453675'],
    [
      'S1-2.91',
      'https://tiktok.com/@nora.q/video/7106594312292453675?is_from_webapp=1#x',
      '7106594312292453675',
    ],
    ['S1-2.92', 'https://www.tiktok.com/t/7229384650173842731/', '7229384650173842731'],
    ['S1-2.93', 'https://m.tiktok.com/v/6718335390845095173.html', '6718335390845095173'],
    ['S1-2.93', '  https://m.tiktok.com/v/6718335390845095173 ', '6718335390845095173'],
  ])('%s %s is that video', (_id, link, id) => expect(tiktokVideoId(link)).toBe(id))

  test.each([
    '',
    'video/7106594312292453675',
    'http://www.tiktok.com/@a/video/7106594312292453675',
    'https://tiktok.com.evil.example/@a/video/7106594312292453675',
    'https://evil.example/tiktok.com/video/7106594312292453675',
    'https://evil.example/?https://www.tiktok.com/@a/video/7106594312292453675',
    'https://www.tiktok.com@evil.example/video/7106594312292453675',
    'https://user:word@www.tiktok.com/@a/video/7106594312292453675',
    'https://www.tiktok.com:8443/@a/video/7106594312292453675',
    'https://www.tiktok.com/redirect?to=/video/7106594312292453675',
    'https://www.tiktok.com/@a/video/7106594312292453675%2f..%2f..',
    'https://www.tiktok.com/@a/video/7106594312292453675"onload=alert(1)',
    'https://www.tiktok.com/@a/video/7106594312292453675/../../x',
    'https://www.tiktok.com/@a/video/12',
    'https://www.tiktok.com/@a/video/७१०६५९४३१२',
    'https://www.tiktok.com/t/ZT8abcDEF/',
    'javascript:alert(1)//www.tiktok.com/@a/video/7106594312292453675',
    'data:text/html,https://www.tiktok.com/@a/video/7106594312292453675',
    'https://www.tiktok.com/@a/video/7106594312292453675\n.evil.example',
  ])('D109 %j is none', (link) => expect(tiktokVideoId(link)).toBeNull())

  test.each([
    ['https://www.tiktok.com/t/ZT8abcDEF/', 'https://www.tiktok.com/t/ZT8abcDEF/'],
    ['https://tiktok.com/t/ZT8abcDEF?_r=1#x', 'https://www.tiktok.com/t/ZT8abcDEF/'],
    [' https://vm.tiktok.com/ZMeAbC123 ', 'https://vm.tiktok.com/ZMeAbC123/'],
    ['https://vt.tiktok.com/ZSNabcdef/', 'https://vt.tiktok.com/ZSNabcdef/'],
  ])('S1-2.92 D109 the shared form %j is a link to follow', (link, href) => {
    expect(tiktokVideoId(link)).toBeNull()
    expect(tiktokShortLink(link)).toBe(href)
  })

  test.each([
    '',
    'http://www.tiktok.com/t/ZT8abcDEF/',
    'https://www.tiktok.com/t/7229384650173842731/',
    'https://www.tiktok.com/t/ZT8abcDEF/../../login',
    'https://www.tiktok.com/t/ZT8abc%2f..',
    'https://www.tiktok.com@evil.example/t/ZT8abcDEF/',
    'https://vm.tiktok.com.evil.example/ZMeAbC123/',
    'https://evil.example/vm.tiktok.com/ZMeAbC123/',
    'https://vm.tiktok.com/redirect?to=ZMeAbC123',
    'https://vm.tiktok.com/@a/video/7106594312292453675',
    'https://vm.tiktok.com/ZM"onload=x',
    'javascript:alert(1)//vm.tiktok.com/ZMeAbC123/',
  ])('D109 %j is no shared form either', (link) => expect(tiktokShortLink(link)).toBeNull())
})

describe('where else an athlete is', () => {
  const of = (more: Partial<Parameters<typeof socialLinks>[0]>) =>
    socialLinks({ instagram: null, tiktok: null, x: null, ...more })

  test('S1-2.84 only what is set, in one order, with or without @', () => {
    expect(of({})).toEqual([])
    expect(of({ x: '@nora_q', instagram: 'nora.q', tiktok: ' nora.q ' })).toEqual([
      { network: 'Instagram', handle: 'nora.q', href: 'https://www.instagram.com/nora.q' },
      { network: 'TikTok', handle: 'nora.q', href: 'https://www.tiktok.com/@nora.q' },
      { network: 'X', handle: 'nora_q', href: 'https://x.com/nora_q' },
    ])
  })
  test.each([
    '',
    ' ',
    '@',
    'a b',
    '../login',
    'a/b',
    'a?next=//evil.example',
    'javascript:alert(1)',
    'é',
    'a\nb',
    '@@a',
  ])('what is no handle leads nowhere: %j', (handle) =>
    expect(of({ instagram: handle, tiktok: handle, x: handle })).toEqual([]),
  )
})
