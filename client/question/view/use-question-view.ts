import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ViewAnswer } from '../../../sync/calls.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { CALLS } from '../../../sync/paths.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { getSession, refreshSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'
import { isUnderWay } from './question-story.ts'

/** What was last seen of a question, and when by this device's clock. */
export type SeenView = { view: ViewAnswer; seenAt: number }

export type QuestionView = {
  /** Null until something is known: from this device at once, from the server after. */
  seen: SeenView | null
  /**
   * `missing`: the link opens nothing; `replaced`, `ended` and `revoked`: it did once. `cut-off` and `trouble`: no network, or a server that would not say; what is
   * shown is what was seen last.
   */
  state: 'asking' | 'there' | 'missing' | 'replaced' | 'ended' | 'revoked' | 'cut-off' | 'trouble'
  /** After something was done here: shows what came of it. */
  refresh: () => Promise<void>
}

/** A link that was cut in the mail is no token at all. */
const OPENS_NOTHING: RefusalCode[] = ['not-found', 'bad-shape']
const UNDER_WAY_MS = 5_000
const QUIET_MS = 60_000

/**
 * Follows a question by its private link while the page is looked at; offline it is what was last seen. `first` is
 * what the page came with.
 */
export function useQuestionView(token: string, first?: ViewAnswer | null): QuestionView {
  const device = useDevice()
  const online = useOnline()
  const [seen, setSeen] = useState<SeenView | null>(() =>
    // it came with the document, however long ago that was
    first ? { view: first, seenAt: performance.timeOrigin } : null,
  )
  const [state, setState] = useState<QuestionView['state']>(first ? 'there' : 'asking')

  const ask = useCallback(async () => {
    // the token against forged calls comes with the session, and without it the first call would be in vain
    if (!getSession().confirmed) await refreshSession()
    const answer = await call<ViewAnswer>(CALLS.view, { token })
    if (answer.ok) {
      const now = { view: answer.value, seenAt: Date.now() }
      setSeen(now)
      setState('there')
      await keepSeen(device, token, now)
    } else if (isNetworkError(answer)) setState(answer.reason === 'server' ? 'trouble' : 'cut-off')
    else if (answer.refusal.code === 'link-ended') {
      const why = answer.refusal.detail?.why
      setState(why === 'replaced' || why === 'revoked' ? why : 'ended')
      await forgetSeen(device, token)
    } else setState(OPENS_NOTHING.includes(answer.refusal.code) ? 'missing' : 'trouble')
  }, [device, token])
  const { look, lookAgain } = useMemo(() => lookInTurn(ask), [ask])

  useEffect(() => {
    let isOver = false
    void readSeen(device, token).then((kept) => {
      if (kept && !isOver) setSeen((now) => (now && now.seenAt >= kept.seenAt ? now : kept))
    })
    return () => {
      isOver = true
    }
  }, [device, token])
  useEffect(() => {
    if (online) void look()
    else setState('cut-off')
  }, [online, look])
  usePolling(look, {
    isOn: online && !['missing', 'replaced', 'ended', 'revoked'].includes(state),
    everyMs: seen && !isUnderWay(seen.view.question) ? QUIET_MS : UNDER_WAY_MS,
  })
  return { seen, state, refresh: lookAgain }
}

/** Looks again every so often while the page is visible, and at once when it comes back into sight. */
function usePolling(look: () => Promise<void>, { isOn, everyMs }: { isOn: boolean; everyMs: number }) {
  useEffect(() => {
    if (!isOn) return
    const isVisible = () => document.visibilityState === 'visible'
    const lookIfSeen = () => {
      if (isVisible()) void look()
    }
    const timer = setInterval(lookIfSeen, everyMs)
    document.addEventListener('visibilitychange', lookIfSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', lookIfSeen)
    }
  }, [look, isOn, everyMs])
}

const keyOf = (token: string) => `view ${token}`

/** Another link leads to the same question from now on: what was seen of it is there at once. */
export async function passSeenOn(device: Device, from: string, to: string): Promise<void> {
  const seen = await readSeen(device, from)
  if (seen) await keepSeen(device, to, seen)
  await forgetSeen(device, from)
}

/** What was seen by a link that opens nothing any more. */
async function forgetSeen(device: Device, token: string): Promise<void> {
  await device.settings.delete(keyOf(token))
}

async function readSeen(device: Device, token: string): Promise<SeenView | null> {
  const kept = await device.settings.get(keyOf(token))
  return (kept?.value as SeenView | undefined) ?? null
}

/** Best effort: a full device shows the page all the same. */
async function keepSeen(device: Device, token: string, seen: SeenView): Promise<void> {
  await device.settings.put({ key: keyOf(token), value: seen }).catch(() => {})
}

type Looks = {
  /** What is asked already is not asked a second time. */
  look(): Promise<void>
  /** After something was done: what is under way may have been answered before it, so it is asked once more. */
  lookAgain(): Promise<void>
}

/** Has `ask` run once at a time, however many want to know. */
export function lookInTurn(ask: () => Promise<void>): Looks {
  let underWay: Promise<void> | null = null
  const look = () => {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }
  return {
    look,
    async lookAgain() {
      await underWay?.catch(() => {})
      await look()
    },
  }
}
