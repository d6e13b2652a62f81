import { useState } from 'react'
import type { DeskReturnsAnswer } from '../../../sync/desk/returns.ts'
import { CALLS } from '../../../sync/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/status/skeleton.tsx'
import { useRead } from '../office/use-read.ts'
import { TroubleLine } from '../trouble-line.tsx'
import { BreaksPart } from './breaks-part.tsx'
import { PayoutsPart } from './payouts-part.tsx'
import { ReturnsPart } from './returns-part.tsx'

/** The money of the business beyond single requests. */
export function MoneyPage() {
  const { answer, trouble, reload } = useRead<DeskReturnsAnswer>(CALLS.deskReturns, {})
  const [turn, setTurn] = useState(0)
  const lookAgain = () => {
    reload()
    setTurn(turn + 1)
  }
  return (
    <div className="grid content-start gap-6 lg:min-h-0 lg:overflow-y-auto">
      <div className="flex flex-wrap items-center gap-4">
        <h2 className="display mr-auto text-2xl">Money</h2>
        <Button tone="secondary" size="small" icon="retry" onClick={lookAgain}>
          Refresh
        </Button>
      </div>
      <TroubleLine trouble={trouble} onAgain={reload} />
      {!answer && !trouble && <Skeleton className="h-40" />}
      <PayoutsPart key={turn} />
      {answer && (
        <>
          <ReturnsPart refunds={answer.refunds} disputes={answer.disputes} debts={answer.debts} />
          <BreaksPart check={answer.check} />
        </>
      )}
    </div>
  )
}
