import { type Infer, id, moment, z } from '../shape.ts'
import type { Thing } from './things.ts'

/** Everything that is written down when somebody of the team does it, by the kind of work it is. */
export const ACTS = {
  requests: [
    'question.approve',
    'question.reject',
    'question.undo',
    'question.set-status',
    'question.note',
    'answer.transcribe',
  ],
  athletes: [
    'athlete.edit',
    'athlete.card',
    'athlete.restore',
    'picture.request',
    'picture.withdraw',
    'picture.approve',
    'picture.reject',
  ],
  money: [
    'payment.refund',
    'payout.begin',
    'payout.confirm',
    'payout.cancel',
    'payouts.hold',
    'payouts.resume',
  ],
  codes: ['code.create', 'code.end', 'code.restore', 'signup-code.change'],
  people: ['block.add', 'block.lift', 'sessions.end', 'inbox.update'],
  team: ['team.invite', 'team.withdraw', 'team.accept', 'team.recover', 'team.set-role', 'team.remove'],
  system: ['trouble.retry', 'trouble.drop', 'message.send-again'],
} as const
export type ActKind = keyof typeof ACTS
export type ActName = (typeof ACTS)[ActKind][number]
export const ACT_KINDS = Object.keys(ACTS) as ActKind[]

const at = z.nullable(moment)

/** desk/audit: what the team did, newest first; all of it, or of one thing, of one person, of one kind, of some time. */
export const auditCall = z.strictObject({
  subject: z.nullable(z.string().check(z.maxLength(64))),
  /** Who did it. */
  by: z.optional(z.nullable(id)),
  kind: z.optional(z.nullable(z.enum(ACT_KINDS))),
  from: z.optional(at),
  /** Before this moment. */
  until: z.optional(at),
  after: z.nullable(z.int().check(z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER))),
})
export type AuditCall = Infer<typeof auditCall>
export type AuditRow = {
  id: number
  at: number
  admin: string
  act: ActName
  subject: string | null
  /** What it was done to, as far as it is there and the reader may know of it. */
  about: Thing | null
  /** Why, where whoever did it had to say so. */
  reason: string | null
  detail: Record<string, string | number | null>
}
export type AuditAnswer = {
  acts: AuditRow[]
  more: boolean
  /** Everybody who ever did something, by name. */
  people: { id: string; name: string }[]
}
