import type { Capability } from '../../sync/roles.ts'
import type { KnownPerson } from '../api/session.ts'
import { mayAtDesk } from './use-may.ts'

/** The parts of the desk, with their names. */
export const DESK_PARTS = {
  requests: 'Dashboard',
  feedback: 'Athlete Feedback',
  survey: 'Survey Feedback',
  contact: 'Contact Requests',
  application: 'Athlete Requests',
  athletes: 'Athletes',
  blocked: 'Blocked',
  money: 'Money',
  figures: 'Figures',
  codes: 'Codes',
  team: 'Team',
  pictures: 'Pictures',
  messages: 'Mails',
  audit: 'Audit',
  system: 'System',
} as const
export type DeskPart = keyof typeof DESK_PARTS

/** The five tabs, in the order of the specification (S2-2.109, D69). */
export const DESK_TABS = ['requests', 'feedback', 'survey', 'contact', 'application'] as const

/** The capability that each part needs. */
const NEEDS: Record<DeskPart, Capability> = {
  requests: 'see-requests',
  feedback: 'answer-inbox',
  survey: 'answer-inbox',
  contact: 'answer-inbox',
  application: 'answer-inbox',
  athletes: 'manage-athletes',
  blocked: 'block-address',
  money: 'see-money',
  figures: 'use-desk',
  codes: 'manage-codes',
  team: 'manage-team',
  pictures: 'change-pictures',
  messages: 'see-messages',
  audit: 'see-audit',
  system: 'see-system',
}

/** Returns the parts that a member of the team may open, in their order. */
export function partsOf(person: Pick<KnownPerson, 'role' | 'deskRole'>): DeskPart[] {
  return (Object.keys(DESK_PARTS) as DeskPart[]).filter((part) => mayAtDesk(person, NEEDS[part]))
}

/** Returns the part that the address names if the admin may open it; otherwise the first part that they may open. */
export function readPart(named: unknown, parts: readonly DeskPart[]): DeskPart {
  return parts.find((part) => part === named) ?? parts[0] ?? 'requests'
}
