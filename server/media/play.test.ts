import { describe, expect, test } from 'vitest'
import { TICKET_MS } from '../../sync/media/ticket.ts'
import { checkTicket, mintTicket, readRange } from './play.ts'

describe('a range', () => {
  test.each<[string | null, ReturnType<typeof readRange>]>([
    [null, null],
    ['bytes=0-', { start: 0, end: 999 }],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=990-5000', { start: 990, end: 999 }],
    ['bytes=-100', { start: 900, end: 999 }],
    ['bytes=-5000', { start: 0, end: 999 }],
    ['bytes=0-1,5-6', 'unsatisfiable'],
    ['bytes=20-10', 'unsatisfiable'],
    ['bytes=1000-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', 'unsatisfiable'],
    ['bytes=99999999999999999999-', 'unsatisfiable'],
    ['bytes=0-99999999999999999999', 'unsatisfiable'],
    ['bytes=a-b', 'unsatisfiable'],
    ['items=0-1', 'unsatisfiable'],
    [`bytes=${Array.from({ length: 10_000 }, (_, n) => `${n}-${n}`).join(',')}`, 'unsatisfiable'],
    ['bytes=0-1\u0000', 'unsatisfiable'],
    ['', 'unsatisfiable'],
  ])('%.30s of 1000 bytes', (header, expected) => {
    expect(readRange(header, 1_000)).toEqual(expected)
  })

  test('of an empty file is never there', () => {
    expect(readRange('bytes=0-', 0)).toBe('unsatisfiable')
    expect(readRange('bytes=-1', 0)).toBe('unsatisfiable')
  })
})

describe('a ticket', () => {
  const [key, mediaId, now] = ['key', 'a-video', 1_000_000]
  const ticket = mintTicket(key, { mediaId, expiresAt: now + TICKET_MS })
  const opens = (given: string, more: { key?: string; mediaId?: string; now?: number } = {}) =>
    checkTicket(more.key ?? key, { mediaId: more.mediaId ?? mediaId, ticket: given }, more.now ?? now).ok

  test('opens its video until it expires', () => {
    expect(opens(ticket)).toBe(true)
    expect(opens(ticket, { now: now + TICKET_MS - 1 })).toBe(true)
    expect(opens(ticket, { now: now + TICKET_MS })).toBe(false)
  })

  test('opens no other video, and no other key makes it', () => {
    expect(opens(ticket, { mediaId: 'another' })).toBe(false)
    expect(opens(ticket, { key: 'another' })).toBe(false)
  })

  test('is not made longer, shorter or up', () => {
    const [, signature = ''] = ticket.split('.')
    const forged = [
      `${now + TICKET_MS + 1}.${signature}`,
      `${now + TICKET_MS}.${signature.slice(1)}`,
      `${now + TICKET_MS}.${'a'.repeat(43)}`,
      `${ticket}.`,
      `${now + TICKET_MS}`,
      '.',
      '',
    ]
    for (const given of forged) expect(opens(given), given).toBe(false)
  })

  test('of more than ten minutes is none, even signed', () => {
    expect(opens(mintTicket(key, { mediaId, expiresAt: now + TICKET_MS + 1 }))).toBe(false)
    expect(opens(mintTicket(key, { mediaId, expiresAt: Number.NaN }))).toBe(false)
  })
})
