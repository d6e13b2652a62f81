import { useEffect, useMemo } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { getSession, type Session, useSession } from '../../api/session.ts'
import type { AskDraft, DraftEvent } from './ask-draft.ts'

const FIELDS = ['firstName', 'lastName', 'birthDate', 'countryCode', 'city', 'email'] as const

/** What the account that is open here knows of its person, and nobody has to type again. */
export function knownAsker(account: string, { person }: Session = getSession()): Partial<Asker> {
  if (!person || person.id !== account) return {}
  return Object.fromEntries(FIELDS.flatMap((field) => (person[field] ? [[field, person[field]]] : [])))
}

/**
 * The known words that stand in no field yet, and the account's address in place of any other: what was typed besides stays
 * as it was typed.
 */
export function stillToFill(asker: Asker, known: Partial<Asker>): Partial<Asker> {
  return Object.fromEntries(
    Object.entries(known).filter(([field, value]) =>
      field === 'email' ? asker.email !== value : asker[field as keyof Asker] === '',
    ),
  )
}

type Filling = {
  account: string
  opened: { id: string; draft: AskDraft } | null
  dispatch: (event: DraftEvent) => void
}

/**
 * Fills in what the account knows, once for a draft and for each thing the server says of the account: a wizard may be
 * open before the server has said anything. A field that was emptied by hand stays empty.
 */
export function useKnownAsker({ account, opened, dispatch }: Filling): void {
  const session = useSession()
  const told = JSON.stringify(knownAsker(account, session))
  const known = useMemo(() => JSON.parse(told) as Partial<Asker>, [told])
  const id = opened?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed meanwhile is no reason to fill in again
  useEffect(() => {
    if (!opened) return
    const change = stillToFill(opened.draft.asker, known)
    if (Object.keys(change).length > 0) dispatch({ type: 'asker', change })
  }, [id, known])
}
