import * as z from 'zod/mini'
import { withoutMarks } from './marks.ts'

/** The only entry to the shape kit, from which every shape of the contract is made. */
export { z }

/** The type a shape accepts. */
export type Infer<S extends z.core.$ZodType> = z.infer<S>

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what it is for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u2028\u2029]/

/**
 * Characters that turn the direction of a longer text or hide in it. Joiners are kept because some scripts need
 * them, and so are the marks that put a full stop on the right side of a line.
 */
const INVISIBLE = /[\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g
/** Matches a visible character. Joiners alone, and marks without a letter, are not visible. */
const SEEN = /[^\s\p{Cf}\p{Mn}]/u

/** Checks that a text has no characters that every form refuses: control characters and half surrogate pairs. */
export function isPlainText(text: string): boolean {
  return !CONTROL.test(text) && text.isWellFormed()
}

/** Returns a text as it is stored: without characters that turn or hide it, trimmed, in one Unicode form. */
function cleaned(text: string): string {
  return text.replace(INVISIBLE, '').trim().normalize('NFC')
}

/**
 * Counts the characters of a text as people do, in code points, and as it is stored: a letter that a keyboard types as
 * two counts once, and the spaces around the text do not count.
 */
export function countCharacters(text: string): number {
  let count = 0
  for (const _ of cleaned(text)) count += 1
  return count
}

/** One line of text without any direction marks: 1 to `max` characters, no control characters or line ends. */
export function line(max: number) {
  return z.pipe(
    z.string().check(z.maxLength(max * 8)),
    z.pipe(
      z.transform((text: string) => cleaned(withoutMarks(text))),
      z.string().check(
        z.refine((text) => SEEN.test(text) && !/[\r\n\t]/.test(text) && isPlainText(text)),
        z.refine((text) => countCharacters(text) <= max),
      ),
    ),
  )
}

/**
 * Text of several lines, cleaned, up to `max` characters. It may be empty; a text without visible characters
 * becomes empty.
 */
export function prose(max: number) {
  return z.pipe(
    z.string().check(z.maxLength(max * 8)),
    z.pipe(
      z.transform((text: string) => (SEEN.test(text) ? cleaned(text) : '')),
      z.string().check(
        z.refine(isPlainText),
        z.refine((text) => countCharacters(text) <= max),
      ),
    ),
  )
}

/** An id made by a client or server: a lower-case UUID (any version). */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))

/** A sha256 in lower-case hex. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Whole cents of US dollars, 0 to $100,000. */
export const cents = z.int().check(z.minimum(0), z.maximum(10_000_000))

/** Milliseconds since 1970, UTC. */
export const moment = z.int().check(z.minimum(0), z.maximum(8_640_000_000_000))

/**
 * A calendar day, `YYYY-MM-DD`, in the years 1 to 9998: databases have no year 0, and the day after 9999-12-31
 * has no such form.
 */
export const day = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}$/),
  z.refine((text) => isCalendarDay(text)),
)

function isCalendarDay(text: string): boolean {
  const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
  if (year < 1 || year > 9998 || month < 1 || month > 12 || date < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return date <= (days[month - 1] ?? 0)
}

/**
 * An email address as a browser's email field accepts it: ASCII only, at most `max` characters, without
 * invisible characters that were copied along.
 */
export function email(max: number) {
  return z.pipe(
    z.string().check(z.maxLength(max * 2)),
    z.pipe(
      z.transform((text: string) => withoutMarks(text).trim()),
      z
        .string()
        .check(
          z.maxLength(max),
          z.regex(/^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9-]+(?:\.[a-zA-Z0-9-]+)+$/),
        ),
    ),
  )
}

/** Two upper-case letters; the catalogue of countries decides whether the country exists. */
export const countryCode = z.string().check(z.regex(/^[A-Z]{2}$/))
