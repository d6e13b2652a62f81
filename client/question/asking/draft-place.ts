import type { AskDraft } from './ask-draft.ts'

type Place = Pick<AskDraft, 'page'> & { id: string; username: string }

/** Returns a link that continues a draft where it was written: on the request page or in the wizard. */
export function placeOf({ id, username, page }: Place) {
  const there = { params: { username }, state: { continueDraft: id } }
  return page === 'request'
    ? ({ to: '/request/{-$username}', ...there } as const)
    : ({ to: '/ask/$username', ...there } as const)
}
