import { useEffect, useState } from 'react'
import { useOnline } from '../../api/connection.ts'
import { serverNow, useSession } from '../../api/session.ts'
import { useDevice, useStored } from '../../store/use-device.ts'
import { readUnsent, type Unsent } from './read-unsent.ts'
import { listWritten } from './sent-draft.ts'

/**
 * Returns the questions that were written on this device and not sent, the latest first, and whether there are
 * drafts at all; null until that was looked up. A question on its way to the server is left out unless it is given
 * back, or waits for its fan to sign in again.
 */
export function useUnsentDrafts(): { unsent: Unsent[]; isNothing: boolean } | null {
  const device = useDevice()
  const online = useOnline()
  const isEnded = useSession().state === 'ended'
  const written = useStored(listWritten)
  const [back, setBack] = useState<readonly string[]>([])
  const onTheirWay = (written ?? []).filter(({ ask }) => ask)
  const key = onTheirWay.map(({ id, ask }) => `${id} ${ask?.state}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the drafts
  useEffect(() => {
    if (!online || !key) return
    void import('./settle-sent.ts')
      .then(({ settleSent }) => settleSent(device, onTheirWay))
      // Without the script or the server's answer they are left out until the next visit.
      .then(setBack, () => {})
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
  const needsSignIn = ({ ask }: (typeof written)[number]) =>
    isEnded && ask !== null && ask.state !== 'settled'
  const read = (row: (typeof written)[number]) => readUnsent(row, serverNow(), needsSignIn(row)) ?? []
  const unsent = written.filter((row) => !row.ask || back.includes(row.id) || needsSignIn(row)).flatMap(read)
  return { unsent, isNothing: written.flatMap(read).length === 0 }
}
