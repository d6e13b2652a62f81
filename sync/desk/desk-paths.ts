/**
 * The paths of the desk's calls, each POST with JSON. They have a file of their own so that public pages do not
 * load them.
 */
export const DESK_CALLS = {
  deskQuestions: '/api/desk/questions',
  deskQuestion: '/api/desk/question',
  deskInbox: '/api/desk/inbox',
  deskRatings: '/api/desk/ratings',
  deskAudit: '/api/desk/audit',
  deskFind: '/api/desk/find',
  deskMessages: '/api/desk/messages',
  deskMessage: '/api/desk/message',
  deskCodes: '/api/desk/codes',
  deskSystem: '/api/desk/system',
  deskAthletes: '/api/desk/athletes',
  deskAthlete: '/api/desk/athlete',
  deskBlocks: '/api/desk/blocks',
  deskPayments: '/api/desk/payments',
  deskReturns: '/api/desk/returns',
  deskFigures: '/api/desk/figures',
  deskBooks: '/api/desk/books',
  deskLedger: '/api/desk/ledger',
  deskBookFile: '/api/desk/book-file',
  deskCreators: '/api/desk/creators',
  deskPayouts: '/api/desk/payouts',
  deskTeam: '/api/desk/team',
  deskSignupCode: '/api/desk/signup-code',
  deskPictures: '/api/desk/pictures',
} as const
