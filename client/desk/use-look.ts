import { useCallback, useEffect, useRef, useState } from 'react'
import { type CallResult, call, isNetworkError } from '../api/call.ts'
import { refusalText } from '../text/refusals.ts'

type Looking<Seen> = {
  /** What is looked at, in words of its own; null: nothing. */
  of: string | null
  /** What is shown of it before the first look, given what was shown of the one before. */
  begin: (before: Seen | null) => Seen
  /** Looks at it anew, given what is shown of it. */
  look: (seen: Seen) => Promise<CallResult<Seen>>
}
type Shown<Seen> = { of: string | null; seen: Seen; trouble: string | null }

/**
 * How the desk looks at something: at once, whenever something else is looked at, and at every `reload`. Of looks under way
 * the last one counts. What was seen stays while a look comes to nothing, with the reason in `trouble`. `extend` adds to
 * what is seen, unless something else is looked at meanwhile.
 */
export function useLook<Seen>({ of, begin, look }: Looking<Seen>) {
  const [kept, setKept] = useState<Shown<Seen> | null>(null)
  // what is there of something else is shown at once, not a frame later
  const shown = kept?.of === of ? kept : { of, seen: begin(kept?.seen ?? null), trouble: null }
  const latest = useRef({ shown, look })
  latest.current = { shown, look }
  const looks = useRef(0)

  const extend = useCallback(
    async (more: (seen: Seen) => Promise<CallResult<Seen>>, isWanted = (): boolean => true) => {
      const asked = latest.current.shown
      const found = await more(asked.seen)
      if (latest.current.shown.of !== asked.of || !isWanted()) return
      setKept(
        found.ok
          ? { of: asked.of, seen: found.value, trouble: null }
          : { ...latest.current.shown, trouble: troubleOf(found) },
      )
    },
    [],
  )
  const reload = useCallback(async () => {
    if (latest.current.shown.of === null) return
    looks.current += 1
    const mine = looks.current
    await extend(latest.current.look, () => mine === looks.current)
  }, [extend])

  // biome-ignore lint/correctness/useExhaustiveDependencies: something else is looked at anew
  useEffect(() => {
    setKept(latest.current.shown)
    void reload()
  }, [reload, of])
  return { seen: shown.seen, trouble: shown.trouble, reload, extend }
}

/** One read of the desk that is no list of pages. What was asked for otherwise is not shown under the name of this. */
export function useRead<Answer>(path: string, body: object) {
  const { seen, trouble, reload } = useLook<Answer | null>({
    of: JSON.stringify([path, body]),
    begin: () => null,
    look: () => call<Answer>(path, body),
  })
  return { answer: seen, trouble, reload: () => void reload() }
}

/** Why a call of the desk came to nothing. */
export function troubleOf(failed: Extract<CallResult<unknown>, { ok: false }>): string {
  if (!isNetworkError(failed)) return refusalText(failed.refusal)
  return failed.reason === 'server'
    ? 'The server is in trouble. Nothing was changed.'
    : 'The server was not reached. Nothing was changed.'
}
