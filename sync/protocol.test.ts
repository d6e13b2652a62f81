import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as accountCalls from './account/account-calls.ts'
import * as mineCalls from './account/mine.ts'
import * as passkeyCalls from './account/passkey.ts'
import * as safetyCalls from './account/safety.ts'
import { clarifyCall } from './answer/clarification.ts'
import * as shareCalls from './answer/share.ts'
import * as joinCalls from './athlete/join.ts'
import { deskPicturesCall } from './athlete/picture-request.ts'
import { profileViewCall } from './athlete/profile-view.ts'
import { browserErrorCall } from './browser-error.ts'
import * as calls from './calls.ts'
import * as deskAthleteCalls from './desk/athlete-calls.ts'
import * as deskAthletes from './desk/athletes.ts'
import * as deskAudit from './desk/audit.ts'
import * as deskBooks from './desk/books.ts'
import * as figures from './desk/figures.ts'
import { inboxUpdate } from './desk/inbox-update.ts'
import * as deskLists from './desk/lists.ts'
import * as deskMessages from './desk/messages.ts'
import * as deskOffice from './desk/office.ts'
import * as deskRequests from './desk/requests.ts'
import * as deskReturns from './desk/returns.ts'
import * as deskScreening from './desk/screening.ts'
import * as deskThings from './desk/things.ts'
import { INTENT_NAME, INTENTS, type IntentName, UPGRADERS } from './intents.ts'
import * as papers from './payment/papers.ts'
import * as payouts from './payment/payout.ts'
import * as payoutCalls from './payment/payout-account.ts'
import * as tipCalls from './payment/tip.ts'
import { checkpoint, knownRequest, PROTOCOL, pullRequest, pushRequest } from './protocol.ts'
import * as claimCalls from './question/claim.ts'
import * as correctionCalls from './question/correct-email.ts'
import * as specifiedCalls from './question/specified-calls.ts'
import * as ratingCalls from './rating/rating.ts'
import { z } from './shape.ts'

/**
 * A hash of every shape that is sent, taken when its number was assigned. Devices keep an app for weeks, so a
 * changed shape needs a new number, and an intent also an upgrader from the version before. A call that only
 * became wider keeps its number, because it accepts everything it accepted before. An intent must not: a server
 * that is about to be replaced would refuse the wider one for good, whereas a device holds back a newer version.
 */
const PINNED: Record<string, string> = {
  'PROTOCOL 1: call digestSwitch': '21cb6a082239',
  'digest.switch 1': '21cb6a082239',
  'PROTOCOL 1: call questionNote': 'e2ad5fef8dee',
  'PROTOCOL 1: call questionTake': 'd7465e605248',
  'PROTOCOL 1: call questionRelease': '772ff7cefa53',
  'PROTOCOL 1: call deskFiguresCall': '00611fc10db6',
  'PROTOCOL 1: call myFiguresCall': 'a9ca9bc99938',
  'PROTOCOL 1: call profileViewCall': '4907f9f18b51',
  'question.note 1': 'e2ad5fef8dee',
  'question.take 1': 'd7465e605248',
  'question.release 1': '772ff7cefa53',
  'code.restore 1': '8f28eafed7c5',
  'PROTOCOL 1: call codeRestore': '8f28eafed7c5',
  'message.send-again 1': '24769788b3bb',
  'trouble.drop 1': 'ff01e9d74565',
  'trouble.retry 1': '4406afdea7e2',
  'PROTOCOL 1: call findCall': 'f5348285ad06',
  'PROTOCOL 1: call messageCall': '73abd03f7d07',
  'PROTOCOL 1: call messagesCall': '6ba1fb3c2eea',
  'team.remove 1': 'c8e9f0d54baf',
  'team.set-role 1': 'b81de79ef3ba',
  'team.withdraw 1': 'fdbe0b653849',
  'team.invite 1': '35306bb0b4a9',
  'PROTOCOL 1: call deskBookFileCall': 'bfd3633a4090',
  'PROTOCOL 1: call deskBooksCall': '00611fc10db6',
  'PROTOCOL 1: call deskLedgerCall': 'bd23e6b0a195',
  'PROTOCOL 1: call receiptFileCall': '08056357fe6a',
  'PROTOCOL 1: call statementFileCall': '8419271c4aa0',
  'payouts.resume 1': '64b78b0162d9',
  'payouts.hold 1': '28f89bd2a46b',
  'payout.cancel 1': 'a4a79d760455',
  'payout.fail 2': 'b76a4a44dd50',
  'payout.return 1': 'a4a79d760455',
  'payout.begin 3': '58e437fbb71a',
  'PROTOCOL 1: call browserErrorCall': 'ea1041a18063',
  'sessions.end 1': '285927d8da59',
  'PROTOCOL 1: call sessionsEnding': '285927d8da59',
  'PROTOCOL 1: call stopPayoutChangeCall': '9b93424444ab',
  'PROTOCOL 1: call payoutHandleCall': '17e566a5ab59',
  'PROTOCOL 1: call showFactorCall': '96e81a6bce66',
  'PROTOCOL 1: call removePasskeyCall': 'c093eec30dda',
  'PROTOCOL 1: call renamePasskeyCall': 'dcb88a1e9ebb',
  'PROTOCOL 1: call addPasskeyCall': '7713911ad9c2',
  'PROTOCOL 1: call beginPasskeyCall': 'cbaf2dd6d659',
  'PROTOCOL 1: call passkeySignInCall': '3d431d44521a',
  'PROTOCOL 1: call passkeyChallengeCall': '71fc596a20f2',
  'PROTOCOL 1: call passkeyProof': '5ec7c7c370fa',
  'answer.transcribe 2': '696e11a29c6a',
  'clarification.reply 1': 'e6b62cc803d9',
  'clarification.film 1': '2c5cc9678b5f',
  'clarification.report 1': '99142c081aa1',
  'PROTOCOL 1: call clarifyCall': 'c2c9effeb2e9',
  'PROTOCOL 1: answers and events': '23ab0104a5b2',
  'PROTOCOL 1: answers of the calls': '7a30cbf3a2fc',
  'PROTOCOL 1: answers to the desk': '3b98e05cc087',
  'PROTOCOL 1: call accountLinkCall': 'b0235ffd4920',
  'PROTOCOL 1: call payoutBegin': '58e437fbb71a',
  'PROTOCOL 1: call payoutConfirm': '3b1aeedfa882',
  'PROTOCOL 1: call deskPayoutsCall': '71fc596a20f2',
  'payout.confirm 2': '3b1aeedfa882',
  'PROTOCOL 1: call activateCall': '05a784496858',
  'PROTOCOL 1: call after': 'deeb658edb57',
  'PROTOCOL 1: call askStatusCall': '772ff7cefa53',
  'PROTOCOL 1: call athleteCall': '2d878e63b10b',
  'PROTOCOL 1: call athleteEdit': '641a2a34d459',
  'PROTOCOL 1: call athletesCall': '6c4a94b81cbe',
  'PROTOCOL 1: call auditCall': 'e24e042d5662',
  'PROTOCOL 1: call beginFirstAdminCall': '032cb4f3bdbf',
  'PROTOCOL 1: call beginSecondFactorCall': '58a6e06184a3',
  'PROTOCOL 1: call addressBlock': 'c084e76a97e6',
  'PROTOCOL 1: call claimsCall': 'ef88cae7b6b2',
  'PROTOCOL 1: call settleClaimCall': '6831557d2606',
  'PROTOCOL 1: call blockLift': 'b79692ea38a7',
  'PROTOCOL 1: call blocksCall': 'c81cc4d65796',
  'PROTOCOL 1: call cancelPaymentIntentCall': '9b6efa2a2620',
  'PROTOCOL 1: call cardGiving': 'ec088183a7cc',
  'PROTOCOL 1: call changeEmailCall': '531136058781',
  'PROTOCOL 1: call confirmEmailCall': '9b93424444ab',
  'PROTOCOL 1: call changePasswordCall': '1bda8cb2ca69',
  'PROTOCOL 1: call checkDiscountCall': '2d368494154d',
  'PROTOCOL 1: call checkExistingUserCall': '6fc69517c1d3',
  'PROTOCOL 1: call codeCreate': '37af48290800',
  'PROTOCOL 1: call codeEnd': '8f28eafed7c5',
  'PROTOCOL 1: call codesCall': 'c81cc4d65796',
  'PROTOCOL 1: call confirmSecondFactorCall': 'b3e55d06aefe',
  'PROTOCOL 1: call correctEmailCall': '206b58519e50',
  'PROTOCOL 1: call createPaymentIntentCall': '821eba2486d4',
  'PROTOCOL 1: call creatorsCall': 'd07701625a67',
  'PROTOCOL 1: call deskPaymentsCall': '772ff7cefa53',
  'PROTOCOL 1: call deskPicturesCall': '71fc596a20f2',
  'PROTOCOL 1: call deskQuestionCall': '2d878e63b10b',
  'PROTOCOL 1: call deskQuestionsCall': 'f483d460eeb5',
  'PROTOCOL 1: call deskReturnsCall': '71fc596a20f2',
  'PROTOCOL 1: call endSecondFactorCall': '8a437377dea6',
  'PROTOCOL 1: call endSessionsCall': 'ad8395fa9974',
  'PROTOCOL 1: call firstAdminCall': '0548b553e08a',
  'PROTOCOL 1: call inboxCall': '323a104fc405',
  'PROTOCOL 1: call inboxUpdate': '0a2765f7de98',
  'PROTOCOL 1: call joinAthleteCall': '423c005cfc2a',
  'PROTOCOL 1: call joinFanCall': '8eb3c65197d9',
  'PROTOCOL 1: call listingRestore': 'c8e9f0d54baf',
  'PROTOCOL 1: call forgetGuestCall': '71fc596a20f2',
  'PROTOCOL 1: call lookLinkCall': '9b93424444ab',
  'PROTOCOL 1: call lostLinkCall': 'c87273237fcc',
  'PROTOCOL 1: call mailLinkCall': '69d4b0bf0640',
  'PROTOCOL 1: call mediaTicketCall': '5631b2719c56',
  'PROTOCOL 1: call mineCall': '9b93424444ab',
  'PROTOCOL 1: call mineLinkCall': '69d4b0bf0640',
  'PROTOCOL 1: call renewCodesCall': '71fc596a20f2',
  'PROTOCOL 1: call newRequestCall': 'e9d62faf5073',
  'PROTOCOL 1: call openMineCall': '58a6e06184a3',
  'PROTOCOL 1: call openTipCall': '2432522090c0',
  'PROTOCOL 1: call payAgainCall': '9b93424444ab',
  'PROTOCOL 1: call prepareAskCall': '3c03b5c10c30',
  'PROTOCOL 1: call pushReceivedCall': 'fcbf12ba23a6',
  'PROTOCOL 1: call pushSubscriptionCall': '6b18f8a3828b',
  'PROTOCOL 1: call rateCall': '7fe3b59eeebe',
  'PROTOCOL 1: call ratingsCall': '15f5e2cb5c04',
  'PROTOCOL 1: call rejectRequestCall': 'bc6796aff76a',
  'PROTOCOL 1: call reportCall': '05b6b2ebe153',
  'PROTOCOL 1: call resetPasswordCall': '95173c0e3d2d',
  'PROTOCOL 1: call rotateSignupCodeCall': '71fc596a20f2',
  'PROTOCOL 1: call selectedSubmission': '94ac056b61ab',
  'PROTOCOL 1: call sendRequestCall': 'b4a15ff7f91c',
  'PROTOCOL 1: call shareCall': '01a8cc618c1c',
  'PROTOCOL 1: call sharesCall': '9b93424444ab',
  'PROTOCOL 1: call signupCodeCall': 'ca749d864e7b',
  'PROTOCOL 1: call submitResponseCall': 'd1d8260c7d7a',
  'PROTOCOL 1: call systemCall': '71fc596a20f2',
  'PROTOCOL 1: call tipCall': '53058b762a0c',
  'PROTOCOL 1: call unshareCall': '131a19c4167a',
  'PROTOCOL 1: call useLinkCall': 'd3c087a9d159',
  'PROTOCOL 1: call usernameCall': '6faf1e478918',
  'PROTOCOL 1: call viewCall': '9b93424444ab',
  'PROTOCOL 1: checkpoint': '45026921b480',
  'PROTOCOL 1: documents': '40242e8acfd6',
  'PROTOCOL 1: inside of documents': 'c1a00add6d40',
  'PROTOCOL 1: known': '7657bc0962cf',
  'PROTOCOL 1: pull': 'c2524e0b97e9',
  'PROTOCOL 1: push': '3f42009696ed',
  'answer.give 1': '30500676336d',
  'answer.submit 1': '30500676336d',
  'application.send 1': 'c2963bd067da',
  'athlete.card 1': 'ec088183a7cc',
  'athlete.edit 1': '641a2a34d459',
  'athlete.restore 1': 'c8e9f0d54baf',
  'block.add 2': 'c084e76a97e6',
  'block.lift 1': 'b79692ea38a7',
  'code.create 1': '37af48290800',
  'code.end 1': '8f28eafed7c5',
  'contact.send 1': '7753c3fbdec3',
  'draft.discard 1': 'd52520d5c8cb',
  'draft.save 1': '98ab26f31113',
  'feedback.send 1': '6818ef2b2314',
  'inbox.update 1': '0a2765f7de98',
  'payment.refund 2': '742734e351be',
  'refund.by-hand 1': '2fbe92f202b4',
  'picture.approve 1': '1239f0089c0c',
  'picture.reject 1': 'bc25e757c1ae',
  'picture.request 1': '33273bfdf5f4',
  'picture.withdraw 1': 'e2bcf71a1e92',
  'profile.save 1': '99b194adcb7c',
  'question.approve 1': 'd151efc477e6',
  'question.ask 1': '772ff7cefa53',
  'question.cancel 1': '772ff7cefa53',
  'question.decline 1': '99142c081aa1',
  'question.reject 1': 'dfa62d37d6b2',
  'question.set-status 1': '9ecb13437801',
  'question.undo 1': '772ff7cefa53',
  'suggestion.send 1': '0a55cfbffa41',
  'waitlist.send 1': '06eb450e4ccf',
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/** Returns a hash of a shape as sorted JSON, which includes all its limits. */
function fingerprint(shape: z.core.$ZodType): string {
  return hash(canonical(z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' })))
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`).join()}}`
}

/**
 * Returns a hash of the exported types of a file. Answers have no shapes but only types, so their source text
 * counts, without comments and layout.
 */
function typesIn(source: string): string {
  const types =
    source.match(/^export type \w+ =[\s\S]*?(?=^(?:export|const|function|\/\*\*)|$(?![\s\S]))/gm) ?? []
  const bare = types.join('\n').replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  return hash(bare.replace(/[\s;,|()]/g, ''))
}

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

const wire = {
  [`PROTOCOL ${PROTOCOL}: checkpoint`]: fingerprint(checkpoint),
  [`PROTOCOL ${PROTOCOL}: pull`]: fingerprint(pullRequest),
  [`PROTOCOL ${PROTOCOL}: push`]: fingerprint(pushRequest),
  [`PROTOCOL ${PROTOCOL}: known`]: fingerprint(knownRequest),
  [`PROTOCOL ${PROTOCOL}: answers and events`]: typesIn(read('./protocol.ts')),
  [`PROTOCOL ${PROTOCOL}: documents`]: typesIn(read('./collections.ts')),
  // A device stores these inside its documents, where neither its schema nor the compiler notices an older form.
  [`PROTOCOL ${PROTOCOL}: inside of documents`]: typesIn(
    [
      'answer/clarification',
      'athlete/offer',
      'athlete/picture-request',
      'athlete/profile-edit',
      'media/captions',
    ]
      .map((name) => read(`./${name}.ts`).replace(/^type /gm, 'export type '))
      .join('\n'),
  ),
  [`PROTOCOL ${PROTOCOL}: answers of the calls`]: typesIn(
    read('./calls.ts') + read('./question/specified-calls.ts') + read('./question/correct-email.ts'),
  ),
  [`PROTOCOL ${PROTOCOL}: answers to the desk`]: typesIn(
    [
      'requests',
      'lists',
      'inbox-update',
      'audit',
      'message-again',
      'things',
      'messages',
      'troubles',
      'office',
      'athlete-calls',
      'athletes',
      'returns',
      'books',
      'screening',
      'figures',
    ]
      .map((name) => read(`./desk/${name}.ts`))
      .join('\n'),
  ),
}
const isShape = (value: unknown): value is z.core.$ZodType => value instanceof Object && '_zod' in value
const shapes = [
  calls,
  specifiedCalls,
  correctionCalls,
  accountCalls,
  mineCalls,
  passkeyCalls,
  safetyCalls,
  joinCalls,
  payouts,
  payoutCalls,
  tipCalls,
  { deskPicturesCall },
  { inboxUpdate },
  claimCalls,
  ratingCalls,
  { clarifyCall },
  shareCalls,
  deskRequests,
  deskAthleteCalls,
  deskAthletes,
  deskAudit,
  deskLists,
  deskMessages,
  deskScreening,
  deskThings,
  deskOffice,
  deskReturns,
  deskBooks,
  figures,
  { statementFileCall: papers.statementFileCall, receiptFileCall: papers.receiptFileCall },
  { browserErrorCall },
  { profileViewCall },
]
  .flatMap((table) => Object.entries(table))
  .flatMap(([name, value]) => (isShape(value) ? [[name, value] as const] : []))
const called = Object.fromEntries(
  shapes.map(([name, shape]) => [`PROTOCOL ${PROTOCOL}: call ${name}`, fingerprint(shape)]),
)
const intended = Object.fromEntries(
  Object.entries(INTENTS).map(([name, { version, args }]) => [`${name} ${version}`, fingerprint(args)]),
)

function advice(name: string, now: string): string {
  if (!(name in PINNED)) return `"${name}" is new: pin '${now}' in PINNED of sync/protocol.test.ts`
  const changed = `the shape of "${name}" has changed: raise`
  if (/: (inside of )?documents$/.test(name))
    return `the shape of "${name}" has changed: give the collection its next version and a migration in client/db/schemas.ts; then pin '${now}' under the same number where an app of yesterday can live with it, or raise PROTOCOL in sync/protocol.ts and pin it under the new one`
  return name.startsWith('PROTOCOL')
    ? `${changed} PROTOCOL in sync/protocol.ts, then pin '${now}' under its new number, or under the same where it takes all that it took`
    : `${changed} the version of ${name} in sync/intents.ts, with its upgrader, then pin '${now}' under its new number`
}

describe('BR-3 shapes beside their number', () => {
  test.each(Object.entries({ ...wire, ...called, ...intended }))('%s', (name, now) => {
    expect(PINNED[name], advice(name, now)).toBe(now)
  })

  test('nothing is pinned that is no longer there', () => {
    const gone = Object.keys(PINNED).filter((name) => !(name in { ...wire, ...called, ...intended }))
    expect(gone, 'take these lines out of PINNED of sync/protocol.test.ts').toEqual([])
  })

  test('every version of an intent that was ever shipped can be lifted to the next', () => {
    for (const [name, { version }] of Object.entries(INTENTS)) {
      const lifts = Object.keys(UPGRADERS[name as IntentName] ?? {}).map(Number)
      expect(lifts, name).toEqual(Array.from({ length: version - 1 }, (_, index) => index + 1))
    }
  })

  test('every intent has a name by which an older server takes it for a newer one', () => {
    expect(Object.keys(INTENTS).filter((name) => !INTENT_NAME.test(name) || name.length > 64)).toEqual([])
    for (const none of [
      '__proto__',
      'constructor',
      'question',
      'question.',
      'Question.ask',
      'question.ask ',
      '',
    ])
      expect(INTENT_NAME.test(none), none).toBe(false)
  })

  test('a changed shape is noticed', () => {
    const before = z.strictObject({ id: z.string().check(z.maxLength(5)) })
    const same = z.strictObject({ id: z.string().check(z.maxLength(5)) })
    expect(fingerprint(same)).toBe(fingerprint(before))
    for (const after of [
      z.strictObject({ id: z.string().check(z.maxLength(6)) }),
      z.object({ id: z.string().check(z.maxLength(5)) }),
      z.strictObject({ id: z.optional(z.string().check(z.maxLength(5))) }),
      z.strictObject({ id: z.string().check(z.maxLength(5)), more: z.nullable(z.int()) }),
    ])
      expect(fingerprint(after)).not.toBe(fingerprint(before))
  })

  test('a changed type is noticed, another layout is not', () => {
    const before =
      'export type A = { id: string; b: 1 | 2 }\nexport const x = 1\n/** Said. */\nexport type B = string\n'
    const same =
      'export type A = {\n  id: string // so\n  b:\n    | 1\n    | 2\n}\nexport const x = 2\nexport type B = string\n'
    expect(typesIn(same)).toBe(typesIn(before))
    expect(typesIn(before.replace('1 | 2', '1 | 3'))).not.toBe(typesIn(before))
    expect(typesIn(before.replace('B = string', 'B = number'))).not.toBe(typesIn(before))
  })
})
