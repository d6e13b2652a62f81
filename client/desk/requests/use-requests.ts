import { useDeferredValue, useRef, useState } from 'react'
import { isUsername } from '../../../sync/account/username.ts'
import { DESK_CALLS } from '../../../sync/desk/desk-paths.ts'
import type { DeskQuestionsAnswer, DeskRow } from '../../../sync/desk/requests.ts'
import { SEARCH_CHARACTERS } from '../../../sync/desk/search.ts'
import { QUESTION_STATUSES, type QuestionStatus } from '../../../sync/question/status.ts'
import { useNow } from '../../answer/use-now.ts'
import { useOnline } from '../../api/connection.ts'
import { showToast } from '../../ui/toasts.ts'
import { afterGone, type DeskMove, stepFrom, useDeskKeys } from '../desk-keys.ts'
import { isFound, moneyWords, SEARCHED_FROM, searchesPart } from '../desk-words.ts'
import { useNamedId } from '../found/use-named.ts'
import { useKeysOn } from '../keys-on.ts'
import { undoneWords } from '../request/deciding-words.ts'
import { useDecision } from '../request/use-decision.ts'
import { useDeskQuestion } from '../request/use-desk-question.ts'
import type { WaitingDecisions } from '../request/waiting-decisions.ts'
import { type DeskHint, useDeskHints } from '../use-desk-hints.ts'
import { useMay } from '../use-may.ts'
import { oneOf, useNarrowed } from '../use-narrowed.ts'
import { usePages } from '../use-pages.ts'
import { decidedWords, type ToldDecision } from './decision-status.tsx'
import { useRejecting } from './use-rejecting.ts'

/** Keeps the filter of the list. One or two letters search the loaded rows; more letters search on the server. */
function useFilter(isNamed: boolean) {
  const [said, narrow] = useNarrowed()
  const [search, setSearch] = useState('')
  const searchRef = useRef<HTMLInputElement>(null)
  // A request that a link led to can have any status.
  const status = said.status ?? (isNamed ? ANY_STATUS : 'new')
  return {
    status: status === ANY_STATUS ? null : (oneOf(QUESTION_STATUSES, status) ?? 'new'),
    setStatus: (to: QuestionStatus | null) => narrow({ status: to ?? ANY_STATUS }),
    creator: typeof said.creator === 'string' && isUsername(said.creator) ? said.creator : null,
    setCreator: (username: string | null) => narrow({ creator: username ?? '' }),
    order: oneOf(ORDERS, said.order) ?? 'newest',
    setOrder: (order: string) => narrow({ order }),
    search,
    setSearch,
    searchRef,
  }
}

const ANY_STATUS = 'all'
const ORDERS = ['newest', 'urgent', 'flagged'] as const

function useList({ status, creator, order, search }: ReturnType<typeof useFilter>) {
  const typed = useDeferredValue(search.trim())
  const isUrgent = order !== 'newest' && status === 'new'
  const pages = usePages<DeskQuestionsAnswer, DeskRow>({
    path: DESK_CALLS.deskQuestions,
    request: {
      status,
      creator,
      order,
      search: typed.length >= SEARCHED_FROM ? typed.slice(0, SEARCH_CHARACTERS) : null,
    },
    rowsOf: ({ rows }) => rows,
    cursorOf: ({ id, submittedAt, screeningEndsAt }) => ({
      at: isUrgent ? screeningEndsAt : submittedAt,
      id,
    }),
  })
  const rows = typed.length >= SEARCHED_FROM ? pages.rows : pages.rows.filter((row) => isFound(row, search))
  const isPartly = searchesPart(typed, pages.more)
  return { ...pages, rows, isPartly }
}

/** Keeps the selected request and its decisions. After a decision it selects the next request. */
function useLooked(
  list: ReturnType<typeof useList>,
  waiting: WaitingDecisions,
  { named, canChoose }: { named: string | null; canChoose: boolean },
) {
  const [selectedId, select] = useState(named)
  const ids = list.rows.filter(({ waiting }) => !waiting || waiting.refused).map(({ id }) => id)
  const looked = useDeskQuestion(selectedId, selectedId && afterGone(ids, selectedId))
  const chosen = useChosen(canChoose ? ids : [])
  const rejection = useRejecting()
  const [told, tell] = useState<ToldDecision | null>(null)
  // The server's answer can come after the admin has moved on.
  const latest = useRef({ ids, selectedId, looked, rows: list.rows })
  latest.current = { ids, selectedId, looked, rows: list.rows }
  const decision = useDecision(waiting, {
    onDecided: (made) => {
      const { id } = made
      chosen.drop(id)
      rejection.drop(id)
      const now = latest.current
      let nextId: string | null | undefined
      if (id === now.selectedId) {
        // The list may already have come again without this request, whose place is then known only from before.
        const listed = ids.filter((each) => each === id || now.ids.includes(each))
        nextId = afterGone(listed, id)
        select(nextId)
      }
      const next = nextId && (now.rows.find((row) => row.id === nextId)?.subject ?? '')
      tell({ id, text: decidedWords(made, next) })
      list.reload()
    },
    onUndone: (id, subject) => tell({ id, text: undoneWords(subject ?? looked.question?.subject ?? '') }),
    onSettled: async (id, isOwn) => {
      list.reload()
      const now = latest.current
      if (id === now.selectedId) await (isOwn ? now.looked.reloadOwn() : now.looked.reload())
    },
  })
  return { ids, selectedId, select, looked, decision, told, chosen, rejection }
}

/** Returns the acts on the selected request and on the chosen requests. */
function useActs(
  { looked: { question }, decision, chosen, rejection }: ReturnType<typeof useLooked>,
  { online, now }: { online: boolean; now: number },
) {
  const watched = useRef(new Set<string>())
  const isFree = !question?.waiting || question.waiting.refused !== null
  const mayScreen = useMay('screen-question')
  const canDecide = mayScreen && question?.status === 'new' && online && !decision.isBusy && isFree
  const canApprove = canDecide && !moneyWords(question, now).isTooLate
  return {
    canDecide,
    canApprove,
    onWatched: (videoId: string) => void watched.current.add(videoId),
    approve: () => {
      if (!question || !canApprove) return
      const isUnseen = question.videoId && !watched.current.has(question.videoId)
      if (isUnseen) showToast({ text: 'Watch the video first.', tone: 'danger' })
      else void decision.approve(question)
    },
    rejectOpen: () => {
      if (question && canDecide) rejection.openFor({ ids: [question.id], question })
    },
    rejectChosen: () => {
      if (chosen.ids.length > 0 && !decision.isBusy) rejection.openFor({ ids: chosen.ids, question: null })
    },
  }
}

/** Returns the state of the requests tab: the list, the selected request, and the acts by button or by key. */
export function useRequests(waiting: WaitingDecisions) {
  const named = useNamedId()
  const filter = useFilter(named !== null)
  const list = useList(filter)
  const online = useOnline()
  const now = useNow()
  // Only new requests are rejected together, by those who may screen them.
  const canChoose = useMay('screen-question') && filter.status === 'new'
  const looking = useLooked(list, waiting, { named, canChoose })
  const { ids, selectedId, select, looked, decision, told, chosen, rejection } = looking
  const acts = useActs(looking, { online, now })
  const isAboutThis = (hint: DeskHint) =>
    hint === 'everything' || (hint.id === looked.question?.id && hint.revision !== looked.question.revision)
  useDeskHints((hints) => {
    list.reload()
    waiting.look(hints)
    if (hints.some(isAboutThis)) void looked.reload()
  })
  const moves: Record<DeskMove, () => void> = {
    next: () => select(stepFrom(ids, selectedId, 1)),
    previous: () => select(stepFrom(ids, selectedId, -1)),
    approve: acts.approve,
    reject: () => (chosen.ids.length > 0 ? acts.rejectChosen() : acts.rejectOpen()),
    search: () => filter.searchRef.current?.focus(),
    choose: () => {
      if (canChoose && selectedId) chosen.toggle(selectedId)
    },
    undo: () => void waiting.undoLast(),
  }
  const keys = useKeysOn()
  useDeskKeys(moves)
  return {
    filter,
    list,
    ids,
    looked,
    selectedId,
    select,
    canChoose,
    chosen,
    rejection,
    online,
    now,
    decision,
    told,
    acts,
    keys,
  }
}

export type Requests = ReturnType<typeof useRequests>

/** Keeps the rows that an admin has chosen for one act. A row counts as chosen only while it is listed. */
function useChosen(listed: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = listed.filter((id) => chosen.has(id))
  return {
    ids,
    has: (id: string) => ids.includes(id),
    toggle: (id: string) =>
      setChosen((before) => {
        const next = new Set(before)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    drop: (id: string) => setChosen((before) => new Set([...before].filter((each) => each !== id))),
    clear: () => setChosen(new Set()),
  }
}
