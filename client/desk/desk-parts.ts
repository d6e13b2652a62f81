/** Every part of the desk, as it is named. */
export const DESK_PARTS = {
  requests: 'Dashboard',
  feedback: 'Athlete Feedback',
  survey: 'Survey Feedback',
  contact: 'Contact Requests',
  application: 'Athlete Requests',
  athletes: 'Athletes',
  blocked: 'Blocked',
  money: 'Money',
  codes: 'Codes',
  pictures: 'Pictures',
  audit: 'Audit',
  system: 'System',
} as const
export type DeskPart = keyof typeof DESK_PARTS

/** The five tabs, in the order of the specification (S2-2.109, D69). */
export const DESK_TABS = ['requests', 'feedback', 'survey', 'contact', 'application'] as const

/** The part an address names; the requests to screen where it names none. */
export function readPart(named: unknown): DeskPart {
  return typeof named === 'string' && Object.hasOwn(DESK_PARTS, named) ? (named as DeskPart) : 'requests'
}
