import { useEffect, useState } from 'react'
import type { DraftDocument } from '../../../sync/collections.ts'
import type { Device } from '../../db/device.ts'
import type { WatchDrafts } from '../../store/replica-session.ts'
import { type FoundDraft, findDrafts, forgetDraft } from './find-drafts.ts'

/** So long the documents are given to open before the wizard does; what they bring later is offered while it is empty. */
const PATIENCE_MS = 400

type Where = {
  device: Device
  athleteId: string
  /** Tells what the server keeps of a signed-in person's drafts; null for everybody else. */
  watchElsewhere: WatchDrafts | null
}

/** What there is to go on with; null while nobody has looked yet. */
export function useFoundDrafts({ device, athleteId, watchElsewhere }: Where): FoundDraft[] | null {
  const [found, setFound] = useState<FoundDraft[] | null>(null)
  useEffect(() => {
    let isOver = false
    let looks = 0
    const look = async (server: DraftDocument[]) => {
      looks += 1
      const turn = looks
      const drafts = await findDrafts(device, athleteId, server)
      if (isOver || turn !== looks) return
      await Promise.all(drafts.filter(({ asked }) => asked).map((draft) => forgetDraft(device, draft)))
      if (!isOver) setFound(drafts)
    }
    const wanted = { account: device.account, athleteId }
    const watch = device.account === 'guest' ? null : watchElsewhere
    const stop = watch?.(wanted, (drafts) => void look(drafts))
    const timer = setTimeout(() => looks === 0 && void look([]), watch ? PATIENCE_MS : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [device, athleteId, watchElsewhere])
  return found
}
