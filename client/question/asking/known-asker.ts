import { useEffect, useMemo } from 'react'
import type { Asker } from '../../../sync/account/asker.ts'
import { getSession, type Session, useSession } from '../../api/session.ts'
import type { AskDraft, DraftEvent } from './ask-draft.ts'

const FIELDS = ['firstName', 'lastName', 'birthDate', 'countryCode', 'city', 'email'] as const

/** Returns the details of the asker that the open account knows, so that the user need not type them again. */
export function knownAsker(account: string, { person }: Session = getSession()): Partial<Asker> {
  if (!person || person.id !== account) return {}
  return Object.fromEntries(FIELDS.flatMap((field) => (person[field] ? [[field, person[field]]] : [])))
}

/**
 * Returns the known details whose fields are empty, and the account's address when the field holds another one.
 * Leaves everything else as the user typed it.
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
 * Fills in what the account knows: once for each draft, and once whenever the server reports other details, because
 * a wizard can open before the server has answered. A field that the user has emptied stays empty.
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
