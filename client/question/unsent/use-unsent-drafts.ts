import { useEffect, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { serverNow, useSession } from '../../api/session.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { readUnsent, type Unsent } from './read-unsent.ts'
import { listWritten, type WrittenDraft } from './sent-draft.ts'
import type { Standing } from './settle-sent.ts'

const unknown = (drafts: readonly WrittenDraft[]) =>
  new Map<string, Standing>(drafts.flatMap(({ id, ask }) => (ask ? [] : [[id, 'unknown']])))

/**
 * Returns the questions that were written on this device and not sent, the latest first, and whether there are
 * drafts at all; null until that was looked up. A question on its way to the server is left out unless it is given
 * back, or waits for its fan to sign in again. One that the server may ask by itself is left out until the server
 * has said; without a network it is listed as one that may have been sent.
 */
export function useUnsentDrafts(): { unsent: Unsent[]; isNothing: boolean } | null {
  const device = useDevice()
  const online = useOnline()
  const isEnded = useSession().state === 'ended'
  const written = useStored(listWritten)
  const [standings, setStandings] = useState<ReadonlyMap<string, Standing>>(new Map())
  const maybeSent = (written ?? []).filter(({ ask, isPrepared }) => ask || isPrepared)
  const key = maybeSent.map(({ id, ask }) => `${id} ${ask?.state}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the drafts
  useEffect(() => {
    if (!online || !key) return
    void import('./settle-sent.ts')
      .then(({ settleSent }) => settleSent(device, maybeSent))
      // Without the script nobody has asked the server, so that nobody knows.
      .then(setStandings, () => setStandings(unknown(maybeSent)))
  }, [device, online, key])
  const isSignedIn = useSession().state === 'signed-in'
  const hasTold = (written ?? []).some(({ base }) => base > 0)
  useEffect(() => {
    if (!online || !isSignedIn || !hasTold) return
    let [isOver, stop] = [false, () => {}]
    void import('./settle-sent.ts').then(
      ({ settleElsewhere }) => {
        if (!isOver) stop = settleElsewhere(device)
      },
      () => {},
    )
    return () => {
      isOver = true
      stop()
    }
  }, [device, online, isSignedIn, hasTold])
  if (!written) return null
  const needsSignIn = ({ ask }: WrittenDraft) => isEnded && ask !== null && ask.state !== 'settled'
  const standingOf = (row: WrittenDraft): Standing | null => {
    if (!(row.ask || row.isPrepared) || needsSignIn(row)) return 'unsent'
    return standings.get(row.id) ?? (online || row.ask ? null : 'unknown')
  }
  const read = (row: WrittenDraft) =>
    readUnsent(row, serverNow(), {
      needsSignIn: needsSignIn(row),
      mayBeSent: standingOf(row) === 'unknown',
    }) ?? []
  return {
    unsent: written.filter((row) => standingOf(row) !== null).flatMap(read),
    isNothing: written.flatMap(read).length === 0,
  }
}
