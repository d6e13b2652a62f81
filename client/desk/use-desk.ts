import { useRef, useState } from 'react'
import type { QuestionStatus } from '../../sync/question/status.ts'
import { useNow } from '../answer/use-now.ts'
import { useOnline } from '../pwa/connection.ts'
import { afterGone, stepFrom, useDeskKeys } from './desk-keys.ts'
import { isFound } from './desk-words.ts'
import { useDecision } from './request/use-decision.ts'
import { useDeskQuestion } from './request/use-desk-question.ts'
import { type DeskHint, useDeskHints } from './use-desk-hints.ts'
import { useDeskList } from './use-desk-list.ts'

/** The whole desk: what is listed, what is looked at, and what is done about it, by hand or by key. */
export function useDesk() {
  const [status, setStatus] = useState<QuestionStatus | null>('new')
  const [search, setSearch] = useState('')
  const [selectedId, select] = useState<string | null>(null)
  const [isRejecting, setRejecting] = useState(false)
  const searchRef = useRef<HTMLInputElement>(null)
  const online = useOnline()
  const now = useNow()
  const list = useDeskList(status)
  const looked = useDeskQuestion(selectedId)
  const rows = list.rows.filter((row) => isFound(row, search))
  const ids = rows.map(({ id }) => id)
  const decision = useDecision({
    onDecided: (id) => {
      setRejecting(false)
      select(afterGone(ids, id))
      list.reload()
    },
    onChanged: async () => {
      setRejecting(false)
      list.reload()
      await looked.reload()
    },
  })
  const { question } = looked
  const canDecide = question?.status === 'new' && online && !decision.isBusy

  const approve = () => {
    if (question && canDecide) void decision.approve(question)
  }
  const reject = (note: string) => {
    if (question && canDecide) void decision.reject(question, note)
  }
  const isAboutThis = (hint: DeskHint) =>
    hint === 'everything' || (hint.id === question?.id && hint.revision !== question.revision)
  useDeskHints((hints) => {
    list.reload()
    if (hints.some(isAboutThis)) void looked.reload()
  })
  useDeskKeys((move) => {
    if (move === 'next') select(stepFrom(ids, selectedId, 1))
    if (move === 'previous') select(stepFrom(ids, selectedId, -1))
    if (move === 'approve') approve()
    if (move === 'reject') setRejecting(canDecide)
    if (move === 'search') searchRef.current?.focus()
  })
  return {
    filter: { status, setStatus, search, setSearch, searchRef },
    list: { ...list, rows },
    looked,
    selectedId,
    select,
    online,
    now,
    decision: { isBusy: decision.isBusy, isRejecting, setRejecting, approve, reject },
  }
}

export type Desk = ReturnType<typeof useDesk>
