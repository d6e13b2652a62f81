import { type ComponentType, useEffect, useState } from 'react'
import type { AskRequestProps } from '../../question/request/ask-request.tsx'
import { showToast } from '../../ui/toasts.ts'
import { loadWatchElsewhere } from '../load-wizard.ts'

type Form = { AskRequest: ComponentType<AskRequestProps> } & Pick<AskRequestProps, 'watchElsewhere'>

/** Events that show that a person is using the page. */
const SIGNS = ['pointerdown', 'pointermove', 'touchstart', 'keydown', 'focusin', 'scroll'] as const
const WITHOUT_SIGN_MS = 1_000
const AGAIN_MS = 10_000

/**
 * Loads the form, with its database and card code, at the first such event or a second later without one. If loading
 * fails, says so once, and tries again after a while. Returns null until the form is here.
 */
export function useRequestForm(isWanted: boolean): Form | null {
  const [form, setForm] = useState<Form | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isTold = false
    let isOver = false
    let timer = setTimeout(begin, WITHOUT_SIGN_MS)
    for (const sign of SIGNS) addEventListener(sign, begin, { passive: true })
    return () => {
      isOver = true
      stop()
    }
    function stop() {
      clearTimeout(timer)
      for (const sign of SIGNS) removeEventListener(sign, begin)
    }
    function begin() {
      stop()
      loadForm().then(setForm, () => {
        if (isOver) return
        if (!isTold) showToast({ text: NOT_LOADED, tone: 'danger' })
        isTold = true
        timer = setTimeout(begin, AGAIN_MS)
      })
    }
  }, [isWanted])
  return form
}

const NOT_LOADED = 'The form could not be loaded. It comes with the network.'

async function loadForm(): Promise<Form> {
  const [{ AskRequest }, watchElsewhere] = await Promise.all([
    import('../../question/request/ask-request.tsx'),
    loadWatchElsewhere(),
  ])
  return { AskRequest, watchElsewhere }
}
