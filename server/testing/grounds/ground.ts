import type { Sql } from '../../db/sql.ts'
import type { FaultPoint } from '../../fault.ts'
import type { BlobStore } from '../../media/storage.ts'
import type { Outcome } from '../../payment/stand-in/account.ts'
import type { FaultKind } from '../../payment/stand-in/faults.ts'
import type { Secrets } from '../../secrets.ts'
import type { Nemesis } from '../nemesis/nemesis.ts'
import type { GatewayFault } from '../programs/faulty-gateway.ts'
import type { Person } from '../world.ts'

/** The server that a request goes to, one of two. */
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
/** A question's video, or one of the two takes that an athlete may have on two devices. */
export type Take = 'question' | 'first' | 'second'
export type Way = 'whole' | 'pieces' | 'cut' | 'slow' | 'wrong' | 'given up'
export type Reader = 'member' | 'paid' | 'promo' | 'free'

/** One question that someone is going to ask, and its videos. */
export type AskPlan = {
  athlete: 'paid' | 'promo' | 'free'
  fan: 'guest' | 'member'
  email: string
  amountCents: number
  video: Clip | null
  takes: { first: Clip; second: Clip }
  /** Whether the devices come back after the faults and finish what they had begun. */
  comesBack: { fan: boolean; athlete: boolean }
}

type OfAsk = { ask: number; via: Via }

/**
 * A fault of a machine other than being killed. Only tiers 2 and 3 have these, because they need a server's process.
 */
export type MachineStep =
  | { do: 'tell to stop' | 'newer version' | 'exhaust memory'; via: Via }
  | { do: 'block'; via: Via; ms: number }
  | { do: 'fill disk'; of: 'videos' | 'database'; via: Via }

/** A fault of the parts around the servers. Only tier 3 has these parts. */
export type ClusterStep =
  | { do: 'store amiss'; kind: GatewayFault; times: number }
  | { do: 'restart pooler' | 'fail over' | 'switch over' }
  | { do: 'lose broker'; ms: number }

/** An outage of this many calls lasts until everything is healed. */
export const FOR_GOOD = 10_000

/** One step of a schedule: what someone does, or what happens to the machines. */
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
  /** With `late`, the fan tries only once the time to pay again is over. */
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

/** Everything that happens in one schedule, drawn from its seed alone. */
export type Script = { seed: number; asks: AskPlan[]; steps: Step[] }

/** Returns a step as text for a report. */
export function sayStep(step: Step): string {
  if (step.do === 'together')
    return `together: ${step.steps.map(({ after, step: each }) => `+${after} ms ${sayStep(each)}`).join(' | ')}`
  const { do: what, ...rest } = step
  const facts = Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`)
  return [what, ...facts].join(' ')
}

/** The people of every schedule. They stay when a schedule's rows are deleted. */
export type Cast = Record<'paid' | 'promo' | 'free' | 'admin' | 'member', Person>

/** What the provider answers to the card form. */
export type CardAnswer = { status?: string }

/**
 * What a schedule runs on: servers that may stop at any moment, the payment provider, the network and the clock.
 * There are two servers in this process (tier 1), two in processes of their own (tier 2), or three in a cluster with
 * all its parts (tier 3).
 */
export type Ground = {
  /** A connection beside the product. The invariants believe what they read here, and write nothing. */
  sql: Sql
  blobs: BlobStore
  secrets: Secrets
  cast: Cast
  /** Sends a request to a server. Rejects with `Unreached` if the server stops before it answers. */
  request(via: Via, url: string, init: RequestInit): Promise<Response>
  card(path: 'confirm' | 'authenticate' | 'act', body: object): Promise<CardAnswer>
  advance(ms: number): Promise<void>
  /** Makes one server run everything that is due, until nothing is left. */
  run(via: Via): Promise<void>
  /** Orders a job as the servers do, and runs nothing. */
  order(name: string, data: object): Promise<void>
  /** Applies or arms a fault. Returns false if the step is no fault of this ground, or finds nothing to strike. */
  mishap(step: Step): Promise<boolean>
  /** Waits until the webhooks under way have arrived. */
  settled(): Promise<void>
  /** Ends every fault and starts every server that is down. */
  heal(): Promise<void>
  /** Ends what a schedule left running and empties the database. */
  reset(seed: number): Promise<void>
  /** What really struck since the last reset, and at which points since the ground was opened. More may be armed. */
  nemesis: Nemesis
  /** How often servers passed each fault point since the ground was opened. */
  reached: Map<FaultPoint, number>
  /** Returns what the servers logged as going wrong; long lines may be cut. */
  complaints(): string[]
  /** Returns every server's whole log since the last reset. */
  logged(): string
  /** Returns the most memory that one server took, or 0 if servers have no memory of their own. */
  heaviestBytes(): number
  /** Returns the last output of servers that ended as they should not have. */
  died(): string[]
  close(): Promise<void>
}

/** Thrown when no answer came, so that nobody knows whether the request had an effect. */
export class Unreached extends Error {}
