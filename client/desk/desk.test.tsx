import { QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { DeskQuestionAnswer } from '../../sync/desk/requests.ts'
import { effectOfStatus } from '../../sync/question/set-status.ts'
import { QUESTION_STATUSES } from '../../sync/question/status.ts'
import { deskQuestion } from '../testing/desk-question.ts'
import { cardEffects, cardGiven } from './athletes/card-words.ts'
import { DESK_PARTS, DESK_TABS, partsOf, readPart } from './desk-parts.ts'
import { createDeskQueries } from './desk-queries.ts'
import { ErrorLine } from './error-line.tsx'
import { TextFilter } from './filters.tsx'
import { INBOX_COLUMNS, SURVEY_COLUMNS } from './inbox/inbox-columns.tsx'
import { previewOf } from './inbox/inbox-words.ts'
import { refundLines } from './money/money-words.ts'
import { ReturnsPart } from './money/returns-part.tsx'
import { PlainTable } from './panes.tsx'
import { momentsOf } from './request/contact-sheet.tsx'
import { DecisionBar } from './request/decision-bar.tsx'
import { DeskDetail } from './request/desk-detail.tsx'
import { effectLines, noteHint, rejectEffect } from './request/effect-lines.ts'
import { RejectDialog } from './request/reject-dialog.tsx'
import { outcomeOf } from './request/waiting-decisions.ts'
import type { Requests } from './requests/use-requests.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const question = deskQuestion({
  id: 'q',
  amountCents: 5_000,
  submittedAt: NOW,
  screeningEndsAt: NOW + 3_600_000,
  under18: true,
  flags: ['link'],
  sameText: null,
  text: 'What do you eat?',
  hold: 'held',
  captureBefore: NOW + 600_000_000,
  approvableUntil: NOW + 200_000_000,
})
const requestsOf = (shown: DeskQuestionAnswer) =>
  ({
    looked: { question: shown, changes: [] },
    now: NOW,
    online: true,
    decision: { isBusy: false },
    acts: { canDecide: true, canApprove: true },
    keys: { areOn: true },
  }) as unknown as Requests
const plain = (html: string) => html.replace(/<!-- -->/g, '')
const detail = (more: Partial<DeskQuestionAnswer> = {}) => {
  const shown = { ...question, ...more }
  return plain(
    renderToString(
      <QueryClientProvider client={createDeskQueries()}>
        <DeskDetail question={shown} requests={requestsOf(shown)} />
      </QueryClientProvider>,
    ),
  )
}
const bar = (more: Partial<DeskQuestionAnswer>) =>
  plain(renderToString(<DecisionBar requests={requestsOf({ ...question, ...more })} />))

describe('a request whole', () => {
  test('S2-2.113 S2-2.114 says who asks, from where it is written, what, and for how much', () => {
    for (const said of [
      'Femi Bello',
      'femi@fans.test',
      'Race day',
      '$50.00',
      'What do you eat?',
      'Under 18',
      'Link',
      '@rosa',
    ])
      expect(detail()).toContain(said)
    expect(detail({ kind: 'video', videoId: 'v', text: '' })).toContain('aria-label="The request: Race day"')
  })

  test('S2-2.115 S2-2.116 S2-2.118 shows the response, the no-go topics and the athlete’s note', () => {
    expect(detail()).toContain('None specified')
    expect(detail({ noGoTopics: 'Doping' })).toContain('Doping')
    const answered = detail({ status: 'completed', answer: 'delivered', answerVideoId: 'a' })
    expect(answered).toContain('aria-label="The response: Race day"')
    expect(detail({ status: 'athlete rejected', athleteNote: 'No coaching.' })).toContain('No coaching.')
  })

  test('says whose it is for now, who asks, and what the team noted', () => {
    const taken = { personId: 'p', by: 'Bo', isMine: false, until: NOW + 60_000 }
    expect(detail()).toContain('Nobody has taken it')
    expect(detail({ taken })).toMatch(/Bo is looking at it, until .*Take over/s)
    expect(detail({ taken: { ...taken, isMine: true } })).toMatch(/Yours until .*Release/s)
    // A claim that has run out counts as free, and a decided request shows no claim.
    expect(detail({ taken: { ...taken, until: NOW } })).toContain('Nobody has taken it')
    expect(detail({ status: 'rejected' })).not.toContain('has taken it')
    expect(detail()).toContain('A guest’s address: this is the first request.')
    const history = { isAccount: true, asked: 5, approved: 3, declined: 1, refunded: 0, disputed: 1 }
    expect(detail({ history })).toContain(
      'An account: 5 requests, 3 approved, 1 rejected by the team, 1 disputed.',
    )
    expect(detail({ notes: [{ id: 'n', by: 'Bo Lund', at: NOW, text: 'Ask Rosa' }] })).toMatch(
      /Bo Lund, Nov 21, 2026.*Ask Rosa/s,
    )
  })

  test('what a stranger typed is shown as it was typed, wherever it stands', () => {
    const evil = '"><img src=x onerror=alert(1)>{{7*7}}\u202egpj.exe'
    const shown = detail({
      subject: evil,
      requester: evil,
      text: evil,
      city: evil,
      noGoTopics: evil,
      athleteNote: evil,
      adminNote: evil,
      status: 'rejected',
    })
    expect(shown).not.toContain('<img')
    expect(shown.split('&lt;img src=x onerror=alert(1)&gt;').length).toBeGreaterThan(6)
    expect(detail({ subject: evil, status: 'new' })).toContain('{{7*7}}')
  })
  test('S2-2.117 a new one can be approved or rejected, no other, nor one that is being decided on', () => {
    expect(bar({})).toMatch(/Reject.*Approve/s)
    for (const status of QUESTION_STATUSES.slice(1)) expect(bar({ status })).toBe('')
    const waiting = {
      decision: 'approve',
      by: 'Ada',
      isMine: false,
      takesEffectAt: NOW,
      refused: null,
    } as const
    expect(bar({ waiting })).toMatch(/Ada is approving this.*Undo/s)
    expect(bar({ waiting })).not.toContain('>Reject')
    expect(bar({ waiting: { ...waiting, refused: 'hold-gone' } })).toMatch(
      /which could not be done.*Approve/s,
    )
  })

  test('S2-2.119 offers all five statuses, and says what a change does to the money before it is done', () => {
    expect([...detail().matchAll(/<option value="([^"]*)"/g)].map(([, value]) => value)).toEqual([
      ...QUESTION_STATUSES,
    ])
    const linesFor = (to: (typeof QUESTION_STATUSES)[number]) => {
      const effect = effectOfStatus(question, to, NOW)
      return effect.ok
        ? effectLines(question, effect.value)
            .map(([, line]) => line)
            .join(' ')
        : effect.refusal.code
    }
    expect(linesFor('approved')).toMatch(/\$50\.00 stays held.*@rosa gets it by mail/)
    expect(linesFor('rejected')).toMatch(/The hold of \$50\.00 is released.*Femi Bello is told by mail/)
    // The athlete did not decline: the team closed the question for them.
    const ended = effectLines({ ...question, status: 'approved' }, { money: 'released', does: 'declines' })
    expect(ended.join()).toMatch(/our team closed it/)
    expect(ended.join()).not.toContain('declined')
    expect(ended.join()).toContain('@rosa is told that our team closed it; it stays in their conversation.')
    const back = effectLines({ ...question, status: 'approved' }, { money: 'kept', does: 'reopens' })
    expect(back.join()).toContain('@rosa no longer sees it, and is told.')
    expect(linesFor('completed')).toBe('answer-missing')
  })

  test('S2-2.120 a rejection asks for its note first', () => {
    const dialog = (
      <RejectDialog
        of="a-request"
        title="Reject this request?"
        hindrance={null}
        effect={rejectEffect({ ...question, requester: 'Femi' })}
        goesTo={noteHint(question.email)}
        isBusy={false}
        onReject={async () => true}
        onClose={() => {}}
      />
    )
    expect(plain(renderToString(dialog))).toMatch(
      /Reject this request\?.*Femi is told by mail\. The hold of \$50\.00 is released\. You have ten.*Rejection note/s,
    )
    const free = rejectEffect({
      requester: 'Femi',
      email: 'femi@fans.test',
      amountCents: 0,
      hold: 'none',
      videoId: null,
    })
    expect(free).toBe('Femi is told by mail.')
    expect(rejectEffect({ ...question, videoId: 'v' })).toContain('The video is deleted.')
  })

  test('nobody is said to be told where no address is kept', () => {
    const untold = { ...question, email: '' }
    const said = 'No address of Femi Bello is kept, so no mail is sent.'
    expect(rejectEffect(untold)).toMatch(said)
    for (const does of ['approves', 'rejects', 'declines'] as const) {
      const lines = effectLines(untold, { money: 'none', does }).map(([, line]) => line)
      expect(lines).toContain(said)
      expect(lines.join(' ')).not.toContain('Femi Bello is told')
    }
    expect(noteHint('')).toMatch(/^No address is kept/)
    expect(outcomeOf('reject', { status: 'rejected', waiting: null, email: '' }).text).toMatch(
      /so no mail was sent\.$/,
    )
    const refund = { fanCents: 1_000, athleteCents: 800, platformCents: 200 }
    expect(refundLines(refund, false).join(' ')).toMatch(/No address of theirs is kept/)
    expect(refundLines(refund).join(' ')).toMatch(/They are told by mail/)
  })
})

test('S2-2.121 S2-8.46 S2-8.47 S2-8.30 S2-8.31 what came of a decision is said in the specified words', () => {
  const waiting = {
    decision: 'approve',
    by: 'Ada',
    isMine: true,
    takesEffectAt: NOW,
    refused: 'hold-gone',
  } as const
  const { email } = question
  expect(outcomeOf('approve', { status: 'approved', waiting: null, email }).text).toBe(
    'Request approved, and email sent to athlete',
  )
  expect(outcomeOf('reject', { status: 'rejected', waiting: null, email }).text).toBe(
    'Request rejected, and the requester has been notified',
  )
  expect(outcomeOf('approve', { status: 'new', waiting, email }).text).toMatch(
    /^Failed to send email\. The hold/,
  )
  expect(outcomeOf('reject', { status: 'new', waiting, email }).text).toMatch(
    /^Failed to send rejection email\./,
  )
  expect(outcomeOf('approve', { status: 'rejected', waiting: null, email })).toMatchObject({ tone: 'danger' })
})

test('S2-2.109 D69 the tabs are five, and an address names any part', () => {
  expect(DESK_TABS.map((key) => DESK_PARTS[key])).toEqual([
    'Dashboard',
    'Athlete Feedback',
    'Survey Feedback',
    'Contact Requests',
    'Athlete Requests',
  ])
  const all = partsOf({ role: 'admin', deskRole: 'owner' })
  expect([undefined, 'survey', 'codes', 'constructor', 7].map((named) => readPart(named, all))).toEqual([
    'requests',
    'survey',
    'codes',
    'requests',
    'requests',
  ])
  // A part that the role may not open falls back to the first part that it may open.
  const accountant = partsOf({ role: 'admin', deskRole: 'accountant' })
  expect(accountant).toEqual(['money', 'figures', 'audit'])
  expect(['requests', 'audit', 'team'].map((named) => readPart(named, accountant))).toEqual([
    'money',
    'audit',
    'money',
  ])
  // An older version of the app stored the person without a desk role.
  expect(partsOf({ role: 'admin' })).toEqual(all)
})

test('S2-2.131 S2-9.6 a subject is cut at 20 characters, and "N/A" if empty', () => {
  expect(previewOf('x'.repeat(20))).toBe('x'.repeat(20))
  expect(previewOf('x'.repeat(21))).toBe(`${'x'.repeat(20)}…`)
  expect(previewOf('🏃'.repeat(21))).toBe(`${'🏃'.repeat(20)}…`)
  expect([previewOf(''), previewOf(null)]).toEqual(['N/A', 'N/A'])
})

test('S2-8.38 D86 what could not be read is said in place, with a way to look again', () => {
  expect(renderToString(<ErrorLine errorText="The server was not reached." onAgain={() => {}} />)).toMatch(
    /role="alert".*not reached.*Try again/s,
  )
})

test('S2-9.17 a card says what it will do before it is given, and more for each', () => {
  const athlete = { username: 'rosa', open: 2 }
  expect(cardEffects('yellow', athlete).join(' ')).toContain('a warning: nothing else changes')
  expect(cardEffects('red', athlete).join(' ')).toContain('The 2 open questions go back')
  for (const open of [1, 2])
    expect(cardEffects('termination', { ...athlete, open }).join(' ')).toContain(
      'Where the video of an answer has fully arrived, it is delivered and charged instead.',
    )
  expect(cardEffects('red', { ...athlete, open: 0 })).toContain('No question is open.')
  expect(cardEffects('termination', athlete)[0]).toContain('This cannot be taken back.')
})

test.each([
  ['yellow', 0, 'Yellow card given to @rosa.'],
  ['red', 0, 'Red card given to @rosa. No question went back.'],
  ['red', 1, 'Red card given to @rosa. 1 open question went back.'],
  ['termination', 3, 'Termination given to @rosa. 3 open questions went back.'],
] as const)('S2-9.17 a card that was given says what it ended: %s, %i', (card, ended, words) => {
  expect(cardGiven(card, 'rosa', ended)).toBe(words)
})

test('S2-2.123 S2-2.127 the tables of feedback and of what fans said have their columns, in order', () => {
  const headsOf = (html: string) => [...html.matchAll(/<th [^>]*>([^<]*)</g)].map(([, title]) => title)
  const at = { selectedId: null, onSelect: () => {} }
  expect(headsOf(renderToString(<PlainTable rows={[]} columns={INBOX_COLUMNS.feedback} {...at} />))).toEqual([
    'Username',
    'Date',
    'Status',
  ])
  expect(headsOf(renderToString(<PlainTable rows={[]} columns={SURVEY_COLUMNS} {...at} />))).toEqual([
    'ID',
    'Athlete Username',
    'Rating',
    'Date',
  ])
})

test('a contact sheet has eight frames from all along, and none of what has no length', () => {
  expect(momentsOf(16)).toEqual([1, 3, 5, 7, 9, 11, 13, 15])
  expect([momentsOf(0), momentsOf(Number.NaN), momentsOf(Number.POSITIVE_INFINITY)]).toEqual([[], [], []])
})

test('S2-9.14 an athlete below zero: who, how much, since when, what was refused and what can be done', () => {
  const debt = {
    id: 'rosa',
    name: 'Rosa Marchetti',
    username: 'rosa',
    email: 'rosa@athletes.test',
    amountCents: 20_000,
    since: NOW,
    askedBackCents: 0,
    refused: [{ transferId: 'tr_1', amountCents: 15_000, error: 'account_invalid', at: NOW }],
  }
  const none = { refunds: [], moreRefunds: false, disputes: [], moreDisputes: false }
  const shown = (more: object) =>
    renderToString(<ReturnsPart {...none} debts={[{ ...debt, ...more }]} onDone={() => {}} />).replace(
      /<!-- -->/g,
      '',
    )
  const said = shown({})
  for (const words of ['Rosa Marchetti @rosa', '$200.00', 'Since Nov 21, 2026', 'rosa@athletes.test'])
    expect(said).toContain(words)
  expect(said).toContain('refused to take $150.00 back from tr_1: account_invalid')
  expect(said).toContain('Their next answers and tips make up for it')
  expect(shown({ askedBackCents: 20_000 })).not.toContain('make up for it')
  expect(shown({ email: null, username: null })).toContain('is written off as our loss')
})

test('of what is typed into a search beyond its limit it is said that it is not looked for', () => {
  const filter = (value: string) =>
    renderToString(<TextFilter label="Search" value={value} limit={5} onChange={() => {}} />)
  expect(filter('rowing')).toContain('Only the first 5 characters are searched for.')
  expect(filter('rower')).not.toContain('searched for')
})
