import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8')

/**
 * Where a list says that it is not complete: the file, and the text to find in it. The app uses `CutLine` for
 * this, and lists of the desk `usePages` to show more.
 */
type Said = { in: string; words: string }
const pages = (file: string): Said => ({ in: `client/${file}`, words: 'usePages' })
/** `more` says which of the answer's words it goes by, where a file has more than one such line. */
const cutLine = (file: string, more = ''): Said => ({
  in: `client/${file}`,
  words: more ? `<CutLine more={${more}}` : '<CutLine',
})

const DIRECTORY = { in: 'client/pages/directory-screen.tsx', words: '<MoreAthletes' }

/**
 * Every query of the server with a limit, by file and number of rows, for which a person is told that rows are
 * missing.
 */
const SHOWN: Record<string, Said> = {
  'account/sessions/own-sessions.ts MOST + 1': cutLine('account/sessions/device-list.tsx'),
  'athlete/store.ts limit': DIRECTORY,
  // A rule chooses the nearest of them.
  'athlete/store.ts NEAR_MOST': { in: 'client/pages/unreached-notice.tsx', words: 'NearNotice' },
  'desk/acts.ts PAGE + 1': pages('desk/audit/audit-page.tsx'),
  'desk/athletes.ts PAGE + 1': pages('desk/athletes/athletes-page.tsx'),
  'desk/blocks.ts PAGE + 1': pages('desk/office/blocked-page.tsx'),
  'desk/codes.ts PAGE + 1': pages('desk/office/codes-page.tsx'),
  // Suggestions while the user types.
  'desk/creators.ts MOST': { in: 'client/desk/filters.tsx', words: '<datalist' },
  'desk/found/find-things.ts MOST + 1': cutLine('desk/found/find-things.tsx'),
  'desk/inbox.ts PAGE + 1': pages('desk/inbox/inbox-tab.tsx'),
  'desk/messages/list-messages.ts PAGE + 1': pages('desk/messages/messages-page.tsx'),
  'desk/ratings.ts PAGE + 1': pages('desk/inbox/survey-tab.tsx'),
  'desk/requests.ts PAGE + 1': pages('desk/requests/use-requests.ts'),
  'desk/requests.ts COUNTED + 1': { in: 'client/desk/requests/requests-toolbar.tsx', words: 'COUNTED}+' },
  // The page shows the count, with the newest few.
  'desk/screening/beside.ts SHOWN': { in: 'client/desk/request/asker-part.tsx', words: '{ count, others }' },
  'desk/trouble/list-troubles.ts MOST + 1': cutLine('desk/system/system-page.tsx'),
  'jobs/dead-jobs.ts most': cutLine('desk/system/system-page.tsx'),
  'notify/lost-links.ts MOST + 1': { in: 'server/notify/lost-links.ts', words: 'These are the newest' },
  'notify/mailbox-page.ts MOST': { in: 'server/notify/mailbox-page.ts', words: ', the newest ' },
  'payment/books/read-ledger.ts PAGE + 1': pages('desk/books/ledger-view.tsx'),
  'payment/payout/list-payouts.ts MOST_OPEN + 1': cutLine('desk/money/payouts-part.tsx', 'answer.moreToDo'),
  'payment/payout/list-payouts.ts MOST_PAID + 1': cutLine('desk/money/payouts-part.tsx', 'answer.morePaid'),
  'payment/refunds-and-disputes/list-returns.ts MOST + 1': cutLine('desk/money/returns-part.tsx'),
  'payment/stand-in/store.ts limit + 1': { in: 'server/payment/stand-in/store.ts', words: 'has_more' },
  'payment/statement/money-of.ts LIMITS.moneyLines': cutLine('dashboard/money/receipt-list.tsx'),
  'question/claim/claims.ts most': cutLine('question/claim/claims-part.tsx'),
  'question/store.ts LIMITS.myQuestions': cutLine('question/my-questions.tsx'),
}

/** The other queries with a limit, whose remaining rows the next step, run or page of the same work takes. */
const WORK = [
  'app/deadlines.ts BATCH',
  // This limit only decides when another way of searching is faster.
  'athlete/store.ts NEAR',
  'conversation/birthdays.ts BIRTHDAYS_AT_ONCE',
  'erasure/erase.ts 200',
  'erasure/export.ts PAGE',
  'erasure/retention.ts 500',
  'media/rendition/store.ts most',
  'notify/mail.ts 200',
  'notify/push-messages.ts 200',
  'payment/books/bookings.ts BATCH',
  'payment/connect/connect.ts 50',
  'payment/count-decline.ts 200',
  'payment/operation/operations.ts 500',
  'payment/refunds-and-disputes/refresh-returns.ts 50',
  'payment/stand-in/returned.ts 100',
  'payment/stand-in/stand-in.ts 100',
  'payment/stand-in/webhooks.ts BATCH',
  'payment/sweep.ts 50',
  'payment/tip/sweep-tips.ts 50',
  'payment/webhook.ts 500',
  'question/ending/abandon-ask.ts most',
  'question/screening/decide.ts 200',
  'rating/remind.ts BATCH',
  'sync/bus/relay.ts AT_ONCE',
  'sync/feed.ts most',
]

/** Matches a limit other than that of a single row. */
const LIMIT = /\blimit\s+(?:\$\{([^}]*)\}|(?!1\b)(\d+))/g

function limitsOfTheServer(): string[] {
  const files = readdirSync(new URL('server/', ROOT), { recursive: true, encoding: 'utf8' })
  return files
    .filter((file) => file.endsWith('.ts') && !/^(testing|demo)\/|\.test\.ts$/.test(file))
    .flatMap((file) =>
      [...read(`server/${file}`).matchAll(LIMIT)].map(([, most, number]) => `${file} ${most ?? number}`),
    )
}

test('a list that the server cuts says so, or shows more', () => {
  const found = new Set(limitsOfTheServer())
  const known = [...Object.keys(SHOWN), ...WORK]
  const unknown = [...found].filter((limit) => !known.includes(limit))
  const silent = 'Rows beyond it are never heard of: page the list, or say it with CutLine, and list it here.'
  expect(unknown, silent).toEqual([])
  expect(known.filter((limit) => !found.has(limit))).toEqual([])
})

test.each(Object.entries(SHOWN))('what is beyond %s is told of', (_, said) => {
  expect(read(said.in), `${said.in} has to say or page it`).toContain(said.words)
})
