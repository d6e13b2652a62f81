import type { Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import type { BlobStore } from '../../media/storage.ts'
import type { Outcome } from '../../payment/stand-in/account.ts'
import type { FaultKind } from '../../payment/stand-in/faults.ts'
import type { Secrets } from '../../secrets.ts'
import type { Nemesis } from '../nemesis/nemesis.ts'
import type { Trouble } from '../programs/faulty-gateway.ts'
import type { Person } from '../world.ts'

/** Which of the two servers is spoken to. */
export type Via = 0 | 1
export type Card =
  | 'good'
  | 'foreign'
  | 'in part'
  | 'declined'
  | 'asks'
  | 'asks, fails'
  | 'asks, left'
  | 'fails later'
export type Clip = 'question.webm' | 'answer.mp4' | 'answer.webm' | 'playlist' | 'torn'
/** A question's video, or one of the two takes an athlete may have on two devices. */
export type Take = 'question' | 'first' | 'second'
export type Way = 'whole' | 'pieces' | 'cut' | 'slow' | 'wrong' | 'given up'
export type Reader = 'member' | 'paid' | 'promo' | 'free'

/** One question that somebody is going to ask, and what its videos are. */
export type AskPlan = {
  athlete: 'paid' | 'promo' | 'free'
  fan: 'guest' | 'member'
  email: string
  amountCents: number
  video: Clip | null
  takes: { first: Clip; second: Clip }
  /** Whether the devices come back after the faults and go on with what they had begun. */
  comesBack: { fan: boolean; athlete: boolean }
}

type OfAsk = { ask: number; via: Via }

/** What a machine suffers besides being killed; of tiers 2 and 3, because it takes a process. */
export type MachineStep =
  | { do: 'tell to stop' | 'newer version' | 'exhaust memory'; via: Via }
  | { do: 'block'; via: Via; ms: number }
  | { do: 'fill disk'; of: 'videos' | 'database'; via: Via }

/** What befalls the parts around the servers; of tier 3 alone, which has them. */
export type ClusterStep =
  | { do: 'store amiss'; kind: Trouble; times: number }
  | { do: 'restart pooler' | 'fail over' | 'switch over' }
  | { do: 'lose broker'; ms: number }

/** An outage of so many calls lasts until everything is healed. */
export const FOR_GOOD = 10_000

/** What somebody does, or what happens to the machines. */
export type Step =
  | ({ do: 'prepare'; amountCents: number } & OfAsk)
  | { do: 'pay'; ask: number; card: Card; which: 'first' | 'last' }
  | ({ do: 'send'; take: Take; way: Way; at: number } & OfAsk)
  | ({ do: 'wish' } & OfAsk)
  | ({ do: 'go back' } & OfAsk)
  | ({ do: 'cancel' } & OfAsk)
  | ({ do: 'screen'; decision: 'approve' | 'reject' } & OfAsk)
  | ({ do: 'decline' } & OfAsk)
  | ({ do: 'announce'; take: 'first' | 'second'; clockMs: number } & OfAsk)
  | ({ do: 'give'; take: 'first' | 'second' } & OfAsk)
  | ({ do: 'say again'; nth: number } & OfAsk)
  | ({ do: 'tip'; nth: number; amountCents: number } & OfAsk)
  | { do: 'pay tip'; ask: number; nth: number; card: Card }
  | ({ do: 'ask about tip'; nth: number } & OfAsk)
  | ({ do: 'give up tip'; nth: number } & OfAsk)
  | ({ do: 'refund'; of: 'answer' | 'tip'; nth: number; percent: number } & OfAsk)
  | { do: 'refund there' | 'dispute' | 'win' | 'lose'; ask: number; percent: number }
  | { do: 'expire'; ask: number }
  /** With `late`, only once the link is over. */
  | ({ do: 'pay again'; card: Card; looks: boolean; late?: true } & OfAsk)
  | { do: 'move account'; athlete: AskPlan['athlete']; country: 'BR' | 'US' }
  | { do: 'set up'; athlete: AskPlan['athlete']; outcome: Outcome; via: Via }
  | { do: 'payday'; before: number }
  | { do: 'top up'; amountCents: number }
  | { do: 'pay by hand'; via: Via }
  | { do: 'control payouts'; act: 'hold' | 'resume' | 'cancel'; of: AskPlan['athlete'] | 'all'; via: Via }
  | { do: 'pull'; reader: Reader; via: Via }
  | { do: 'write'; count: number | 'all again'; via: Via }
  | { do: 'run'; via: Via }
  | { do: 'run again'; count: number }
  | { do: 'sweep twice'; sweep: 'sweep.minute' | 'sweep.hour' | 'sweep.night' }
  | { do: 'wait'; ms: number }
  | { do: 'wait until'; ask: number; edge: 'screening' | 'due' | 'grace' | 'again'; ms: number }
  | {
      do: 'outage'
      call: 'create' | 'capture' | 'cancel' | 'refund' | 'transfer' | 'reversal' | 'read' | 'any'
      kind: FaultKind
      times: number
    }
  | { do: 'webhooks'; duplicates: number; shuffle: boolean; delaySeconds: number; drops: number }
  | { do: 'crash'; at: FaultPoint; nth: number }
  | { do: 'stall'; at: FaultPoint; ms: number }
  | { do: 'kill'; via: Via }
  | { do: 'cut line'; via: Via; bytes: number }
  | { do: 'kill database' }
  | MachineStep
  | ClusterStep
  | { do: 'together'; steps: { after: number; step: Step }[] }

/** Everything that happens in one schedule; made of nothing but its seed. */
export type Script = { seed: number; asks: AskPlan[]; steps: Step[] }

/** A step as a person reads it in a report. */
export function sayStep(step: Step): string {
  if (step.do === 'together')
    return `together: ${step.steps.map(({ after, step: each }) => `+${after} ms ${sayStep(each)}`).join(' | ')}`
  const { do: what, ...rest } = step
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`)
  return [what, ...facts].join(' ')
}

/** The people of every schedule; they stay when a schedule's rows go. */
export type Cast = Record<'paid' | 'promo' | 'free' | 'admin' | 'member', Person>

/** What the card form answers with. */
export type CardAnswer = { status?: string }

/**
 * What a schedule happens on: two servers that may stop at any moment, the payment provider, the network and the clock,
 * in one process (tier 1), as processes of their own (tier 2), or as three of a cluster with all that belongs to it
 * (tier 3).
 */
export type Ground = {
  /** Beside the product: what is read here is believed by the invariants, never written. */
  sql: Sql
  blobs: BlobStore
  secrets: Secrets
  cast: Cast
  /** To a server; rejects with `Unreached` when it stops before it answered. */
  request(via: Via, url: string, init: RequestInit): Promise<Response>
  card(path: 'confirm' | 'authenticate' | 'act', body: object): Promise<CardAnswer>
  advance(ms: number): Promise<void>
  /** Runs what is due on one server until nothing is left there. */
  run(via: Via): Promise<void>
  /** Orders a job as the servers do, and runs nothing. */
  order(name: string, data: object): Promise<void>
  /** Does, or arms, what is not done by a person; false when it is no such step, or there was nobody to do it to. */
  mishap(step: Step): Promise<boolean>
  /** Webhooks under way arrive. */
  settled(): Promise<void>
  /** Faults off, every server up. */
  heal(): Promise<void>
  /** Ends what a schedule left and empties the database. */
  reset(seed: number): Promise<void>
  /** What really struck since the last reset, and where since it was opened: less than was armed. */
  nemesis: Nemesis
  /** The fault points that were passed, and how often, since it was opened. */
  reached: Map<FaultPoint, number>
  /** What went wrong inside a living server, in its own words, the long ones cut. */
  complaints(): string[]
  /** Every line of every server's log since the last reset, whole. */
  logged(): string
  /** The most memory that one server took, where it has some of its own. */
  heaviestBytes(): number
  /** Servers that ended although nobody stopped them, with their last words. */
  died(): string[]
  close(): Promise<void>
}

/** No answer came: nobody knows whether it had an effect. */
export class Unreached extends Error {}
