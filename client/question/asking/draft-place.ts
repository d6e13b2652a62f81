import type { AskDraft } from './ask-draft.ts'

type Place = Pick<AskDraft, 'page'> & { id: string; username: string }

/** Where a draft was made, as a link that goes on with it there: on the request page, or in the wizard over a profile. */
export function placeOf({ id, username, page }: Place) {
  const there = { params: { username }, state: { continueDraft: id } }
  return page === 'request'
    ? ({ to: '/request/{-$username}', ...there } as const)
    : ({ to: '/ask/$username', ...there } as const)
}
