import { LIMITS } from '../limits.ts'
import { email, id, line, prose, z } from '../shape.ts'
import { FORM_LIMITS, SOCIAL_PLATFORMS, WAITLIST_PLATFORMS } from './form-limits.ts'

const base = { formId: id, captcha: z.nullable(z.string().check(z.maxLength(4_096))) }
const written = z.pipe(prose(FORM_LIMITS.content), z.string().check(z.minLength(1)))
const person = {
  firstName: line(LIMITS.nameCharacters),
  lastName: line(LIMITS.nameCharacters),
  email: email(LIMITS.emailCharacters),
}

/** A message to the team: every field is required (S1-3.9, S1-5.1, S1-5.2). */
export const contactForm = z.strictObject({
  ...base,
  ...person,
  subject: line(FORM_LIMITS.subject),
  content: written,
})

/**
 * An application to join as an athlete: all fields are required except the platform (S1-3.7, S1-5.1, S1-5.3,
 * D45).
 */
export const applicationForm = z.strictObject({
  ...base,
  ...person,
  city: line(LIMITS.cityCharacters),
  countryCode: z.string().check(z.regex(/^[A-Z]{2}$/)),
  socialPlatform: z.nullable(z.enum(SOCIAL_PLATFORMS)),
  socialAccount: line(FORM_LIMITS.handle),
  sport: line(FORM_LIMITS.sport),
  content: written,
})

/** An athlete that a fan would like to ask, by a handle without further rules (S1-5.21). */
export const suggestionForm = z.strictObject({ ...base, handle: line(FORM_LIMITS.handle) })

/**
 * The waitlist for athletes without a sign-up code: their social account and address; all required (S2-3.9,
 * S2-5.15).
 */
export const waitlistForm = z.strictObject({
  ...base,
  socialPlatform: z.enum(WAITLIST_PLATFORMS),
  socialAccount: line(FORM_LIMITS.handle),
  email: email(LIMITS.emailCharacters),
})

/** A member's feedback from the dashboard (S2-2.49, S2-3.5); the server knows the author from the session. */
export const feedbackForm = z.strictObject({ feedbackId: id, content: written })

const FORM_INTENTS: readonly string[] = [
  'contact.send',
  'application.send',
  'suggestion.send',
  'waitlist.send',
]

/** Checks whether an intent is one of the public forms, which anybody may send after solving a captcha. */
export function isFormIntent(name: string): boolean {
  return FORM_INTENTS.includes(name)
}
