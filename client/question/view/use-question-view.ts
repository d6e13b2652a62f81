import { useCallback, useEffect, useMemo, useState } from 'react'
import type { ViewAnswer } from '../../../sync/calls.ts'
import type { RefusalCode } from '../../../sync/errors.ts'
import { CALLS } from '../../../sync/paths.ts'
import type { Refusal } from '../../../sync/result.ts'
import { call, isNetworkError } from '../../api/call.ts'
import { useOnline } from '../../api/connection.ts'
import { getSession, refreshSession } from '../../api/session.ts'
import type { Device } from '../../db/device.ts'
import { useDevice } from '../../store/use-device.ts'
import { isUnderWay } from './question-story.ts'

/** The last known state of a question, and when this device received it, by its own clock. */
export type SeenView = { view: ViewAnswer; seenAt: number }

/** Why a link no longer opens anything; `disowned`: its question lost the address that the link was mailed to. */
const FORMER = ['replaced', 'disowned', 'ended', 'revoked'] as const
type Former = (typeof FORMER)[number]

export type QuestionView = {
  /** The known state of the question, from this device at once and from the server later; null until then. */
  seen: SeenView | null
  /**
   * `missing`: the link opens nothing; `replaced`, `disowned`, `ended` and `revoked`: it once did. `cut-off`: no
   * network; `error`: the server gave no usable answer. In both, the page shows the state seen last.
   */
  state: 'asking' | 'there' | 'missing' | Former | 'cut-off' | 'error'
  /** Asks the server again after the user has done something on the page. */
  refresh: () => Promise<void>
}

/** Refusals of a link that opens nothing; the server calls a link that was cut in the mail `bad-shape`. */
const OPENS_NOTHING: RefusalCode[] = ['not-found', 'bad-shape']
const UNDER_WAY_MS = 5_000
const QUIET_MS = 60_000

/**
 * Follows a question by its private link while the page is visible; offline it returns the state seen last. `first`
 * is the answer that the page came with.
 */
export function useQuestionView(token: string, first?: ViewAnswer | null): QuestionView {
  const device = useDevice()
  const online = useOnline()
  const [seen, setSeen] = useState<SeenView | null>(() =>
    // `first` came with the document, so it is as old as the document.
    first ? { view: first, seenAt: performance.timeOrigin } : null,
  )
  const [state, setState] = useState<QuestionView['state']>(first ? 'there' : 'asking')

  const ask = useCallback(async () => {
    // Refresh the session first: its CSRF token comes with the session, and the call would fail without it.
    if (!getSession().confirmed) await refreshSession()
    const answer = await call<ViewAnswer>(CALLS.view, { token })
    if (answer.ok) {
      const now = { view: answer.value, seenAt: Date.now() }
      setSeen(now)
      setState('there')
      await keepSeen(device, token, now)
    } else if (isNetworkError(answer)) setState(answer.reason === 'server' ? 'error' : 'cut-off')
    else if (answer.refusal.code === 'link-ended') {
      setState(formerOf(answer.refusal.detail))
      await forgetSeen(device, token)
    } else setState(OPENS_NOTHING.includes(answer.refusal.code) ? 'missing' : 'error')
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
    isOn: online && !['missing', ...FORMER].includes(state),
    everyMs: seen && !isUnderWay(seen.view.question) ? QUIET_MS : UNDER_WAY_MS,
  })
  return { seen, state, refresh: lookAgain }
}

function formerOf({ why, address }: Refusal['detail'] & object = {}): Former {
  if (why === 'replaced') return address === 'taken-off' ? 'disowned' : why
  return why === 'revoked' ? why : 'ended'
}

/** Calls `look` at intervals while the page is visible, and at once when it becomes visible again. */
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

/** Moves the stored state of a question to its new link, so that the page can show it at once. */
export async function passSeenOn(device: Device, from: string, to: string): Promise<void> {
  const seen = await readSeen(device, from)
  if (seen) await keepSeen(device, to, seen)
  await forgetSeen(device, from)
}

/** Forgets the stored state of a link that no longer opens anything. */
async function forgetSeen(device: Device, token: string): Promise<void> {
  await device.settings.delete(keyOf(token))
}

async function readSeen(device: Device, token: string): Promise<SeenView | null> {
  const kept = await device.settings.get(keyOf(token))
  return (kept?.value as SeenView | undefined) ?? null
}

/** Stores the state of a question. Best effort: a full device shows the page all the same. */
async function keepSeen(device: Device, token: string, seen: SeenView): Promise<void> {
  await device.settings.put({ key: keyOf(token), value: seen }).catch(() => {})
}

type Looks = {
  /** Asks, or shares the answer of the call that is under way. */
  look(): Promise<void>
  /** Asks once more after the call under way, because the server may have answered it before the user's change. */
  lookAgain(): Promise<void>
}

/** Wraps `ask` so that only one call runs at a time, however many callers there are. */
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
