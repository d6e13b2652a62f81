import { useEffect, useState } from 'react'
import type { DraftDocument } from '../../../sync/collections.ts'
import type { Device } from '../../db/device.ts'
import type { WatchDrafts } from '../../store/replica-session.ts'
import { type FoundDraft, findDrafts, forgetAsked } from './find-drafts.ts'

/** How many milliseconds the wizard waits for the replica's drafts; later ones are offered while it is empty. */
const PATIENCE_MS = 400

type Where = {
  device: Device
  athleteId: string
  /** Watches the drafts that the server keeps for a signed-in user; null for everyone else. */
  watchElsewhere: WatchDrafts | null
}

/** Returns the drafts that the fan can continue; null until the first look has ended. */
export function useFoundDrafts({ device, athleteId, watchElsewhere }: Where): FoundDraft[] | null {
  const [found, setFound] = useState<FoundDraft[] | null>(null)
  useEffect(() => {
    let isOver = false
    let looks = 0
    const look = async (server: DraftDocument[] | null) => {
      looks += 1
      const turn = looks
      // A device whose database cannot be read or written must not keep the fan from asking.
      const drafts = await findDrafts(device, athleteId, server).catch(() => [])
      if (isOver || turn !== looks) return
      const asked = drafts.filter((draft) => draft.asked)
      await Promise.all(asked.map((draft) => forgetAsked(device, draft).catch(() => {})))
      if (!isOver) setFound(drafts)
    }
    const wanted = { account: device.account, athleteId }
    const watch = device.account === 'guest' ? null : watchElsewhere
    const stop = watch?.(wanted, (drafts) => void look(drafts))
    const timer = setTimeout(() => looks === 0 && void look(null), watch ? PATIENCE_MS : 0)
    return () => {
      isOver = true
      clearTimeout(timer)
      stop?.()
    }
  }, [device, athleteId, watchElsewhere])
  return found
}
