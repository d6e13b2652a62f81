import type {
  ConfirmEmailAnswer,
  JoinAnswer,
  LinkAnswer,
  UsernameAnswer,
} from '../../sync/account/account-calls.ts'
import type { LeaveAnswer, MineAnswer, OpenMineAnswer } from '../../sync/account/mine.ts'
import type { PasskeyChallenge } from '../../sync/account/passkey.ts'
import type { NewSecondFactor, RecoveryCodes, SafetyAnswer } from '../../sync/account/safety.ts'
import type { SharesAnswer } from '../../sync/answer/share.ts'
import type { PublicAthlete } from '../../sync/athlete/athlete.ts'
import type { RotateSignupCodeAnswer } from '../../sync/athlete/join.ts'
import type { DeskPicturesAnswer } from '../../sync/athlete/picture-request.ts'
import { BROWSER_ERRORS_PATH } from '../../sync/browser-error.ts'
import type {
  AskStatusAnswer,
  AthletesAnswer,
  CheckDiscountAnswer,
  MediaTicketAnswer,
  MyQuestionsAnswer,
  PayAgainAnswer,
  PrepareAskAnswer,
  SessionAnswer,
  ViewAnswer,
} from '../../sync/calls.ts'
import type {
  AthleteAnswer,
  BlocksAnswer,
  AthletesAnswer as DeskAthletesAnswer,
} from '../../sync/desk/athletes.ts'
import type { AuditAnswer } from '../../sync/desk/audit.ts'
import type { BooksAnswer, LedgerAnswer } from '../../sync/desk/books.ts'
import { DESK_CALLS } from '../../sync/desk/desk-paths.ts'
import type { DeskFiguresAnswer, MyFiguresAnswer } from '../../sync/desk/figures.ts'
import type { CreatorsAnswer, InboxAnswer, RatingsAnswer } from '../../sync/desk/lists.ts'
import type { MessageAnswer, MessagesAnswer } from '../../sync/desk/messages.ts'
import type { CodesAnswer, SystemAnswer } from '../../sync/desk/office.ts'
import type { DeskQuestionAnswer, DeskQuestionsAnswer } from '../../sync/desk/requests.ts'
import type { DeskPaymentsAnswer, DeskReturnsAnswer } from '../../sync/desk/returns.ts'
import type { DeskTeamAnswer } from '../../sync/desk/team.ts'
import type { FindAnswer } from '../../sync/desk/things.ts'
import { CALLS, SYNC_PATHS } from '../../sync/paths.ts'
import type { DeskPayoutsAnswer } from '../../sync/payment/payout.ts'
import type { PayoutSetup, StoppedChange } from '../../sync/payment/payout-account.ts'
import type { MoneyAnswer } from '../../sync/payment/statement.ts'
import type { OpenTipAnswer, TipStatusAnswer } from '../../sync/payment/tip.ts'
import type { PullAnswer, PushAnswer } from '../../sync/protocol.ts'
import type { ClaimsAnswer } from '../../sync/question/claim.ts'
import type { CheckExistingUserAnswer } from '../../sync/question/specified-calls.ts'

/** The paths of the calls that a test can answer, including those for sessions and sync. */
export const PATHS = {
  ...CALLS,
  ...DESK_CALLS,
  push: SYNC_PATHS.push,
  pull: SYNC_PATHS.pull,
  signIn: '/api/auth/sign-in/email',
  signOut: '/api/auth/sign-out',
  health: '/healthz',
  standInConfirm: '/dev/stripe/browser/confirm',
  film: '/media/film',
  browserError: BROWSER_ERRORS_PATH,
} as const

/** The type of the server's answer to each call, by the contract. A call that is not listed cannot be answered. */
export type Answers = {
  session: SessionAnswer
  signIn: Record<string, never>
  signOut: Record<string, never>
  health: Record<string, never>
  browserError: Record<string, never>
  profileView: Record<string, never>
  captcha: unknown
  /** A video's bytes, which a test must answer with a Response. */
  film: never
  money: MoneyAnswer
  payoutSetup: PayoutSetup
  payoutHandle: PayoutSetup
  cancelPaymentIntent: Record<string, never>
  standInConfirm: { status: string; error?: { message: string } }
  push: PushAnswer
  pull: PullAnswer
  pushSubscription: Record<string, never>
  athletes: AthletesAnswer
  athlete: PublicAthlete
  deskPayments: DeskPaymentsAnswer
  deskPayouts: DeskPayoutsAnswer
  deskCodes: CodesAnswer
  deskBlocks: BlocksAnswer
  deskAthletes: DeskAthletesAnswer
  deskAthlete: AthleteAnswer
  deskPictures: DeskPicturesAnswer
  deskMessages: MessagesAnswer
  deskMessage: MessageAnswer
  deskSignupCode: RotateSignupCodeAnswer
  deskSystem: SystemAnswer
  deskTeam: DeskTeamAnswer
  deskReturns: DeskReturnsAnswer
  deskAudit: AuditAnswer
  deskBooks: BooksAnswer
  deskLedger: LedgerAnswer
  deskFigures: DeskFiguresAnswer
  deskFind: FindAnswer
  myFigures: MyFiguresAnswer
  deskCreators: CreatorsAnswer
  deskInbox: InboxAnswer
  deskRatings: RatingsAnswer
  deskQuestions: DeskQuestionsAnswer
  deskQuestion: DeskQuestionAnswer
  myQuestions: MyQuestionsAnswer
  claims: ClaimsAnswer
  checkExistingUser: CheckExistingUserAnswer
  checkDiscount: CheckDiscountAnswer
  prepareAsk: PrepareAskAnswer
  askStatus: AskStatusAnswer
  payAgain: PayAgainAnswer
  settleClaim: Record<string, never>
  username: UsernameAnswer
  joinFan: JoinAnswer
  joinAthlete: JoinAnswer
  signupCode: Record<string, never>
  changePassword: Record<string, never>
  forgotPassword: object
  safety: SafetyAnswer
  mine: MineAnswer
  openMine: OpenMineAnswer
  leave: LeaveAnswer
  keep: Record<string, never>
  removePasskey: Record<string, never>
  beginFirstAdmin: NewSecondFactor
  firstAdmin: RecoveryCodes
  endSessions: Record<string, never>
  renewCodes: RecoveryCodes
  endSecondFactor: Record<string, never>
  changeEmail: Record<string, never>
  confirmEmail: ConfirmEmailAnswer
  sendLink: Record<string, never>
  passkeyChallenge: PasskeyChallenge
  passkeySignIn: Record<string, never>
  lookLink: LinkAnswer
  forgetGuest: Record<string, never>
  useLink: Record<string, never>
  lostLink: Record<string, never>
  view: ViewAnswer
  mediaTicket: MediaTicketAnswer
  shares: SharesAnswer
  share: Record<string, never>
  unshare: Record<string, never>
  rate: Record<string, never>
  clarify: Record<string, never>
  report: Record<string, never>
  createPaymentIntent: OpenTipAnswer
  tipStatus: TipStatusAnswer
  cancelTip: Record<string, never>
  stopPayoutChange: StoppedChange
}
export type Answered = keyof Answers
