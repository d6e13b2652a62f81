import { QUESTION_STATUSES } from '../../../sync/question/status.ts'
import { words } from './words.ts'

const flows = words(
  'captured tips refunds refundsByHand disputes fees share earned writtenOff transferred paidByHand topUps bankPayouts',
)
const standings = words('owed onItsWay inDispute balance')
const happened = words('asked screened unscreened screenMs inTime late missed answerMs money')
const mine = words('asked inTime late missed answerMs earned views')
const moved = words('cameIn wentBack share fees')
const asked = [...QUESTION_STATUSES].sort()
const deskPayout =
  words(`id personId username name email handle period amountCents way why state begunBy begunAt paidBy reference
  orderedAt paidAt returnedCents disputedCents isHeld isAtProvider isClosed isLast cancelledBy cancelReason cancelledAt
  setbacks`)
const setback = words('kind by reason at')

/** The exact fields of the answers about money. */
export const DESK_MONEY_FIELDS: Record<string, Record<string, string[]>> = {
  'POST /api/desk/payments': {
    '': words('payments'),
    'payments[]': words(
      'id at of paidCents leftCents onItsWayCents athleteCents isDisputed receipt creditNotes isTold owedRefunds',
    ),
    'payments[].owedRefunds[]': words('id at amountCents'),
  },
  'POST /api/desk/returns': {
    '': words('refunds moreRefunds disputes moreDisputes debts check now'),
    'refunds[]': words(
      'id at questionId subject fan athlete chargeId providerId of amountCents state reason error byHand owedOfCents',
    ),
    'refunds[].byHand': words('at by reference'),
    'refunds[].athlete': words('id username name'),
    'disputes[]': words(
      'id at questionId subject fan athlete chargeId of amountCents feeCents state reason dueBy',
    ),
    'disputes[].athlete': words('id username name'),
    'debts[]': words('id name username email amountCents since askedBackCents refused'),
    'debts[].refused[]': words('transferId amountCents error at'),
    check: words('at breaks mended balance'),
    'check.balance': words('ourCents theirCents'),
    'check.breaks[]': words('sourceId between ourCents theirCents'),
  },
  'POST /api/desk/figures': {
    '': words('step steps whole stars digest now'),
    'steps[]': [...happened, 'day'].sort(),
    'steps[].asked': asked,
    'steps[].money': moved,
    whole: happened,
    'whole.asked': asked,
    'whole.money': moved,
  },
  'POST /api/my-figures': {
    '': words('step steps whole stars now'),
    'steps[]': [...mine, 'day'].sort(),
    'steps[].asked': asked,
    whole: mine,
    'whole.asked': asked,
  },
  'POST /api/desk/books': {
    '': words('flows before after held athletes moreAthletes days now'),
    flows,
    before: standings,
    after: standings,
    held: words('cents count'),
    'athletes[]': words('id username name flows owedCents onItsWayCents heldCents'),
    'athletes[].flows': flows,
    'days[]': words('day flows'),
    'days[].flows': flows,
  },
  'POST /api/desk/ledger': {
    '': words('rows more count sumCents now'),
    'rows[]': words(
      'id at kind account cents source chargeId receipt creditNote questionId subject fan athlete',
    ),
    'rows[].athlete': words('id username name'),
  },
  'POST /api/desk/book-file': { '': words('url') },
  'POST /api/statement-file': { '': words('url') },
  'POST /api/receipt-file': { '': words('url') },
  'POST /api/desk/payouts': {
    '': words('open waiting paid moreToDo morePaid holds now'),
    'open[]': deskPayout,
    'waiting[]': deskPayout,
    'holds[]': words('id personId name username reason heldBy heldAt owedCents'),
    'paid[]': deskPayout,
    'open[].setbacks[]': setback,
    'waiting[].setbacks[]': setback,
    'paid[].setbacks[]': setback,
  },
}
