import { useEffect, useState } from 'react'
import { CALLS } from '../../../sync/paths.ts'
import type { Claim, ClaimsAnswer, SettleClaimCall } from '../../../sync/question/claim.ts'
import { callOnce, sayRefusal } from '../../account/use-account-call.ts'
import { useOnline } from '../../api/connection.ts'

export const NOT_REACHED = 'Our server was not reached. Nothing was changed: try again when you are back.'

type Said = { claim: Claim; mine: boolean }

/**
 * Returns the questions asked with an address that its owner has not yet claimed or rejected: those of the
 * signed-in account or, with the token of a mail, the mail's one question. `sending` is what the owner has just said
 * of one and is on its way to the server; `said` is the last thing that arrived there. `isUnreached`: there is no
 * `answer`, because the server was not reached; `again` asks it anew.
 */
export function useClaims(token?: string) {
  const online = useOnline()
  const [sending, setSending] = useState<SettleClaimCall | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [answer, setAnswer] = useState<ClaimsAnswer | null>(null)
  const [isOver, setOver] = useState(false)
  const [isLost, setLost] = useState(false)
  const [said, setSaid] = useState<Said | null>(null)
  const [turn, setTurn] = useState(0)
  const of = token === undefined ? {} : { token }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn asks anew
  useEffect(() => {
    let isGone = false
    if (!online) return
    const read = async () => {
      const found = await callOnce<ClaimsAnswer>(CALLS.claims, of)
      if (isGone) return
      if (found.ok) setAnswer(found.value)
      else if ('refusal' in found) setOver(true)
      else setLost(true)
    }
    setLost(false)
    void read().catch(() => setLost(true))
    return () => {
      isGone = true
    }
  }, [online, token, turn])
  const say = async (claim: Claim, mine: boolean) => {
    const { questionId } = claim
    const body: SettleClaimCall = { questionId, mine, ...of }
    setSending(body)
    const settled = await callOnce(CALLS.settleClaim, body)
    setSending(null)
    if (!settled.ok) return setError('refusal' in settled ? await sayRefusal(settled.refusal) : NOT_REACHED)
    setError(null)
    setAnswer((was) => was && { ...was, claims: was.claims.filter((each) => each.questionId !== questionId) })
    if (answer?.more) setTurn(turn + 1)
    setSaid({ claim, mine })
  }
  const isUnreached = !answer && !isOver && (isLost || !online)
  const again = () => setTurn(turn + 1)
  return { answer, isOver, isUnreached, again, sending, error, said, say }
}
