import { expect, test } from 'vitest'
import { type AccountFacts, accountWords } from './account-mail.ts'
import { ACCOUNT_MAIL_KINDS } from './enqueue.ts'
import { renderLayout } from './mail-templates/mail-layout.ts'

const evil = '"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example'
const facts: AccountFacts = {
  id: 'x',
  kind: 'leaving',
  address: 'kim@fan.test',
  name: evil,
  firstName: evil,
  taken: false,
  note: evil,
  cents: 1_250,
  isByHand: false,
  changeKind: 'handle',
  changeFrom: new Date('2026-11-27T12:00Z'),
  wantedEmail: 'next@fan.test',
  eraseAt: new Date('2026-12-08T12:00Z'),
  device: 'Chrome on Android',
  hasPasskey: true,
  orderedAt: new Date(0),
  deskRole: 'accountant',
  invitedBy: evil,
  digest: null,
  zone: 'Europe/Oslo',
}

test.each(ACCOUNT_MAIL_KINDS)('%s: what people typed is text, and every address is ours', (kind) => {
  for (const taken of [false, true]) {
    const words = accountWords({ ...facts, kind, taken }, 'a'.repeat(43))
    const { text, html } = renderLayout(words, { origin: 'https://infield.example', firstName: evil })
    expect(words.subject).toMatch(/^[A-Z].{5,}[^.]$/)
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>/)
    expect(text).not.toMatch(/^Bcc:/m)
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
    expect(addresses.length).toBeGreaterThan(1)
    for (const address of addresses) expect(address).toMatch(/^https:\/\/infield\.example\/[\w/?=#]+$/)
  }
})

test.each([
  ['leaving', 'That answer is still delivered and charged.'],
  ['leaving', 'On December 8, 2026 at 1:00 PM GMT+1 everything about you is deleted for good'],
  ['card-red', 'except where the video of your answer had fully arrived. That answer is still delivered'],
  [
    'card-termination',
    'except where the video of your answer had fully arrived. That answer is still delivered',
  ],
  ['passkey-removed', 'If it was your last one and you have no authenticator app, your password alone opens'],
  ['second-factor-on', 'any you had before no longer work'],
] as const)('%s: the mail says what else follows', (kind, says) => {
  expect(accountWords({ ...facts, kind }, 'a'.repeat(43)).paragraphs.join(' ')).toContain(says)
})

test('an invitation to the team says who invites, and as what', () => {
  const words = accountWords({ ...facts, kind: 'team-invite', invitedBy: 'Ada Moreau' }, 'a'.repeat(43))
  const { text } = renderLayout(words, { origin: 'https://infield.example', firstName: 'there' })
  expect(text).toContain('Invited by: Ada Moreau')
  expect(text).toContain('Your role: Accountant')
})

test.each([
  ['sign-in-link', 'It works once, until December 1, 2026 at 1:10 PM GMT+1.'],
  ['password-reset', 'The link works once, until December 1, 2026 at 2:00 PM GMT+1.'],
  ['mine-link', 'It works until December 1, 2026 at 2:00 PM GMT+1.'],
  ['fan-join', 'It works until December 2, 2026 at 1:00 PM GMT+1.'],
  ['athlete-join', 'It works until December 2, 2026 at 1:00 PM GMT+1.'],
  ['email-change-new', 'The link works until December 2, 2026 at 1:00 PM GMT+1.'],
  ['team-invite', 'It works once, until December 8, 2026 at 1:00 PM GMT+1, and for this address alone.'],
] as const)(
  '%s: the mail names the moment until which its link works, for a mail that comes late',
  (kind, says) => {
    const orderedAt = new Date('2026-12-01T12:00Z')
    const { paragraphs } = accountWords({ ...facts, kind, orderedAt }, 'a'.repeat(43))
    expect(paragraphs.join(' ').replaceAll('\u202f', ' ')).toContain(says)
  },
)
