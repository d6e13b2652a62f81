import type { AthleteAnswer, Card } from '../../../sync/desk/athletes.ts'
import type { Tone } from '../../ui/status/badge.tsx'

/** The name of each warning card. */
export const CARD_NAMES: Record<Card, string> = {
  yellow: 'Yellow card',
  red: 'Red card',
  termination: 'Termination',
}
export const CARD_TONES: Record<Card, Tone> = { yellow: 'warning', red: 'danger', termination: 'danger' }

/**
 * Returns in sentences what a warning card will do, so that the admin reads them before giving it (S2-9.17, D52).
 */
export function cardEffects(
  card: Card,
  { open, username }: Pick<AthleteAnswer, 'open' | 'username'>,
): string[] {
  const mailed = `@${username} is told by mail, with your reason.`
  const back =
    open === 0
      ? 'No question is open.'
      : `${open === 1 ? 'The open question goes' : `The ${open} open questions go`} back: holds are released, and the fans are told. Where the video of an answer has fully arrived, it is delivered and charged instead.`
  if (card === 'yellow') return [mailed, 'It is a warning: nothing else changes.']
  const out = 'The profile leaves the directory and takes no questions.'
  const earned = 'What was earned stays theirs and is paid out.'
  if (card === 'red') return [out, back, mailed, `${earned} The listing can be put back here.`]
  return [
    'The account is closed: they are signed out everywhere and can no longer sign in. This cannot be taken back.',
    out,
    back,
    mailed,
    earned,
  ]
}

/**
 * Says that a warning card was given, and how many questions the server ended by it. That may be more than the dialog
 * said, and less, because one whose answer has arrived stays open until the answer is delivered.
 */
export function cardGiven(card: Card, username: string, ended: unknown): string {
  const given = `${CARD_NAMES[card]} given to @${username}.`
  if (card === 'yellow' || typeof ended !== 'number') return given
  const back = ended === 1 ? '1 open question' : `${ended} open questions`
  return `${given} ${ended === 0 ? 'No question went back.' : `${back} went back.`}`
}

/** Returns a word for an athlete who is closed, leaving, removed or paused, and null for every other athlete. */
export function standing({
  gone,
  paused,
}: Pick<AthleteAnswer, 'gone' | 'paused'>): { text: string; tone: Tone } | null {
  if (gone === 'closed') return { text: 'Closed', tone: 'danger' }
  if (gone === 'leaving') return { text: 'Leaving', tone: 'warning' }
  if (gone === 'removed') return { text: 'Removed', tone: 'danger' }
  return paused ? { text: 'Paused', tone: 'warning' } : null
}
