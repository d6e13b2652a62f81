import { type Infer, id, moment, z } from '../shape.ts'
import type { Thing } from './things.ts'

/** Every action of the team that the audit log records, grouped by kind of work. */
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
    'refund.by-hand',
    'payout.begin',
    'payout.confirm',
    'payout.cancel',
    'payout.fail',
    'payout.return',
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

/**
 * The `desk/audit` call: the team's actions, newest first; all of them, or those on one thing, by one person, of
 * one kind or in a period.
 */
export const auditCall = z.strictObject({
  subject: z.nullable(z.string().check(z.maxLength(64))),
  /** The id of the person who acted. */
  by: z.optional(z.nullable(id)),
  kind: z.optional(z.nullable(z.enum(ACT_KINDS))),
  from: z.optional(at),
  /** Only acts before this moment. */
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
  /** The thing it was done to, if it still exists and the reader may see it. */
  about: Thing | null
  /** The reason, for acts that require one. */
  reason: string | null
  detail: Record<string, string | number | null>
}
export type AuditAnswer = {
  acts: AuditRow[]
  more: boolean
  /** Everybody who ever acted, by name. */
  people: { id: string; name: string }[]
}
