import type { Swept } from './sweep.ts'

/** Routes whose answers are about people, so that no cache may store them, not even the browser's (ASVS 14.3.2). */
const OF_PEOPLE = /^[A-Z]+ \/(api|sync|files|media|player|view)\b/

/** Returns everything that is wrong with a played line, in words. */
export function cellMistakes({ cells }: Swept): string[] {
  return cells.flatMap(
    ({ line, role, expected, got, says, headers, made = 0, missing, malformed, isNameless }) => {
      const wrong = []
      if (isNameless) wrong.push(`${role}: a refusal without its request's id: ${says.slice(0, 200)}`)
      if (OF_PEOPLE.test(line[0]) && !/^cache-control: .*no-store/m.test(headers))
        wrong.push(`${role}: an answer about people that a browser may keep`)
      if (made > 0) wrong.push(`${role}: ${made} of what costs something, where none is to be made`)
      if (got !== expected) wrong.push(`${role}: ${got} instead of ${expected}: ${says.slice(0, 200)}`)
      if (missing && expected === 404 && (missing.got !== 404 || missing.says !== says))
        wrong.push(
          `${role}: not-yours is told apart from not-there: ${says} / ${missing.got} ${missing.says}`,
        )
      if (missing && expected < 400 && missing.got < 400) wrong.push(`${role}: ${missing.got} for nothing`)
      if (malformed && (malformed.got < 400 || malformed.got > 499))
        wrong.push(`${role}: ${malformed.got} for a malformed name: ${malformed.says.slice(0, 200)}`)
      return wrong
    },
  )
}
