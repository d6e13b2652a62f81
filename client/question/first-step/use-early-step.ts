import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What the fan entered before the wizard was loaded, and the id under which it is stored. */
export type EarlyWords = { id: string; subject: string; text: string }

export type EarlyStep = {
  /** Returns what the fan has entered in the step; null while it is empty or closed, and after it was replaced. */
  words(): EarlyWords | null
  /** Whether the wizard may replace the step; false while the fan composes a word in it, which would be cut off. */
  isSettled: boolean
  /** Replaces the step with the wizard's own dialog, in the same frame, and hands over words, cursor and presses. */
  giveWay(enter: (words: EarlyWords) => void): void
}

/** Returns the first step of this athlete's profile, which may have been open since before the app was loaded. */
export function useEarlyStep(athleteId: string): EarlyStep {
  const dialog = useRef<HTMLDialogElement | null>(undefined)
  if (dialog.current === undefined) dialog.current = findStep(athleteId)
  const focused = useRef<Element | null>(null)
  // Remember the focused element now, because the wizard's dialog will take the focus.
  focused.current = document.activeElement
  const hasGivenWay = useRef(false)
  useEffect(() => () => void (hasGivenWay.current && setTimeout(returnFocus)), [])
  const words = useCallback(() => wordsIn(dialog.current), [])
  return {
    words,
    isSettled: useSettled(dialog.current),
    giveWay(enter) {
      const step = dialog.current
      dialog.current = null
      if (!step) return
      const entered = wordsIn(step)
      if (entered) enter(entered)
      hasGivenWay.current = step.open
      if (step.open) moveOver(step, focused.current)
      step.remove()
    },
  }
}

/** Lets the wizard replace the first step, once, when any of its dialogs is shown, and before the next paint. */
export function useTakeOver(early: EarlyStep, isShown: boolean, enter: (words: EarlyWords) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the moment counts
  useLayoutEffect(() => {
    if (isShown) early.giveWay(enter)
  }, [isShown])
}

function findStep(athleteId: string): HTMLDialogElement | null {
  const step = document.querySelector<HTMLDialogElement>('#first-step')
  return step?.dataset.athlete === athleteId ? step : null
}

/** Focuses the button that opens the wizard, because the element that had the focus is gone with the first step. */
function returnFocus(): void {
  if (document.activeElement !== document.body) return
  // Only one of the two buttons is visible, and the hidden one takes no focus.
  for (const button of document.querySelectorAll<HTMLElement>('[data-ask]')) button.focus()
}

function wordsIn(dialog: HTMLDialogElement | null | undefined): EarlyWords | null {
  const { draft } = dialog?.open ? dialog.dataset : {}
  const subject = dialog?.querySelector('input')?.value ?? ''
  const text = dialog?.querySelector('textarea')?.value ?? ''
  return draft && (subject || text) ? { id: draft, subject, text } : null
}

function useSettled(dialog: HTMLDialogElement | null): boolean {
  const [isComposing, setComposing] = useState(dialog?.dataset.composing !== undefined)
  useEffect(() => {
    const begin = () => setComposing(true)
    const end = () => setComposing(false)
    dialog?.addEventListener('compositionstart', begin)
    dialog?.addEventListener('compositionend', end)
    return () => {
      dialog?.removeEventListener('compositionstart', begin)
      dialog?.removeEventListener('compositionend', end)
    }
  }, [dialog])
  return !isComposing
}

/** Hands over to the wizard's dialog without a visible change: no opening animation, and the same scroll position. */
function moveOver(step: HTMLDialogElement, focused: Element | null): void {
  const wizard = [...document.querySelectorAll('dialog')].findLast((each) => each.open && each !== step)
  if (!wizard) return
  wizard.style.animation = 'none'
  const [from, to] = [step, wizard].map((each) => each.querySelector('.overflow-y-auto'))
  if (from && to) to.scrollTop = from.scrollTop
  wizard.scrollTop = step.scrollTop
  const cursor = cursorMover(wizard, step.contains(focused) ? focused : null)
  cursor.put()
  const pressed = [...step.querySelectorAll<HTMLElement>('[data-pressed], [data-again=pause][hidden]')]
  // By then React has rendered the entered words, and Next is enabled if they are complete.
  setTimeout(() => {
    // In development React opens a dialog twice, and the cursor is lost.
    if (!cursor.isPut()) cursor.put()
    for (const { dataset } of pressed)
      wizard.querySelector<HTMLElement>(`[data-again=${dataset.again}]`)?.click()
  })
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Returns a function that puts the cursor where it was in the first step, and one that checks that it is there. */
function cursorMover(wizard: HTMLDialogElement, focused: Element | null) {
  const kind = focused?.localName
  const field = kind === 'input' || kind === 'textarea' ? wizard.querySelector<TextControl>(kind) : null
  const { selectionStart = null, selectionEnd = null } = field ? (focused as TextControl) : {}
  return {
    put() {
      field?.focus({ preventScroll: true })
      field?.setSelectionRange(selectionStart, selectionEnd)
    },
    isPut: () => !field || document.activeElement === field,
  }
}
