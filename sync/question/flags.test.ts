import { describe, expect, test } from 'vitest'
import { flagsOf } from './flags.ts'

const said = (text: string, topics: string | null = null) => flagsOf({ subject: 'A question', text }, topics)

describe('S2-1.5 D57 what a check notices, and what it leaves alone', () => {
  test.each([
    ['How do I breathe at 200 m?', null, []],
    ['I ran 10.5 s on 2026-11-22, is that good?', null, []],
    ['Look at https://evil.example/x', null, ['link']],
    ['my page is sports-tips.com', null, ['link']],
    ['Write me: kim@fan.test', null, ['e-mail']],
    ['Call me on +1 (555) 010-2233', null, ['phone']],
    ['What about your divorces?', 'Politics, my divorce', ['no-go']],
    ['Qué opinas de la política?', 'politica', ['no-go']],
    ['What do you eat?', 'Please no questions about anything political', []],
    [
      'kim@fan.test or www.kim.example or +49 170 1234567, about doping',
      'Doping.',
      ['no-go', 'link', 'e-mail', 'phone'],
    ],
  ] as const)('%s', (text, topics, flags) => {
    expect(said(text, topics)).toEqual(flags)
  })
})
