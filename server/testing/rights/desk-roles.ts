import type { DeskRole } from '../../../sync/roles.ts'

const LETTERS: Record<string, DeskRole> = { o: 'owner', s: 'screener', a: 'accountant', u: 'support' }

/** Who of the team may call what, by letter: owner, screener, accountant, sUpport. Other roles are in `rights.ts`. */
const LINES = `
  POST /api/desk/questions os-u    question.approve os--    picture.request os--
  POST /api/desk/question os-u     question.reject os--     picture.approve os--
  POST /api/desk/inbox o--u        question.undo os--       picture.reject os--
  POST /api/desk/ratings o--u      question.set-status os-- picture.withdraw os--
  POST /api/desk/audit o-a-        inbox.update o--u        payment.refund o-au
  POST /api/desk/creators osau     athlete.edit o--u        payout.begin o-a-
  POST /api/desk/codes o---        athlete.card o--u        payout.confirm o-a-
  POST /api/desk/system o---       athlete.restore o--u     payout.cancel o-a-
  POST /api/desk/payouts o-a-      block.add os-u           payouts.hold o-a-
  POST /api/desk/team o---         block.lift os-u          payouts.resume o-a-
  POST /api/desk/payments o-au     sessions.end o--u        team.invite o---
  POST /api/desk/returns o-a-      code.create o---         team.withdraw o---
  POST /api/desk/pictures os--     code.end o---            team.set-role o---
  POST /api/desk/signup-code o---  answer.transcribe os-u   team.remove o---
  POST /api/desk/athletes o--u     POST /api/desk/athlete o--u
  POST /api/desk/blocks os-u       trouble.retry o---       trouble.drop o---
  code.restore o---                POST /api/desk/find osau
  POST /api/desk/messages o--u     POST /api/desk/message o--u
  message.send-again o--u          POST /api/desk/books o-a-
  POST /api/desk/ledger o-a-       POST /api/desk/book-file o-a-
  POST /api/desk/figures osau      question.note os-u
  question.take os--               question.release os--
  digest.switch os--               payout.fail o-a-
  payout.return o-a-               refund.by-hand o-au`

/** The desk roles that may make each call or push each intent. */
export const DESK_RIGHTS: ReadonlyMap<string, readonly DeskRole[]> = new Map(
  [...LINES.matchAll(/((?:POST )?[a-z/.-]+) ([osau-]{4})(?=\s|$)/g)].map(([, verb = '', letters = '']) => [
    verb,
    [...letters].flatMap((letter) => LETTERS[letter] ?? []),
  ]),
)
