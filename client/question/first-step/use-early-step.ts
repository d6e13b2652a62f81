import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** What was entered before the wizard was there, and the id under which it is kept. */
export type EarlyWords = { id: string; subject: string; text: string }

export type EarlyStep = {
  /** What stands in it now; null while nothing does, and once it has given way. */
  words(): EarlyWords | null
  /** False while a word is being composed in it, which would be cut off. */
  isSettled: boolean
  /** The wizard's own dialog takes its place, in the same frame: with its words, its cursor and what was pressed in it. */
  giveWay(enter: (words: EarlyWords) => void): void
}

/** The first step that may be open over this athlete's profile since before the app was there. */
export function useEarlyStep(athleteId: string): EarlyStep {
  const dialog = useRef<HTMLDialogElement | null>(undefined)
  if (dialog.current === undefined) dialog.current = findStep(athleteId)
  const focused = useRef<Element | null>(null)
  // the wizard's dialog takes the focus before it can be asked where it was
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

/** Has the first step give way as soon as anything of the wizard stands, once, and before that is painted. */
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

/** What the wizard's dialog would give the focus back to is gone with the first step. */
function returnFocus(): void {
  if (document.activeElement !== document.body) return
  // of the two buttons one is shown, and the other one takes no focus
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

/** Nothing is seen of it: the new dialog does not rise once more, and stands as far down as the old one. */
function moveOver(step: HTMLDialogElement, focused: Element | null): void {
  const wizard = [...document.querySelectorAll('dialog')].findLast((each) => each.open && each !== step)
  if (!wizard) return
  wizard.style.animation = 'none'
  const [from, to] = [step, wizard].map((each) => each.querySelector('.overflow-y-auto'))
  if (from && to) to.scrollTop = from.scrollTop
  const cursor = cursorMover(wizard, step.contains(focused) ? focused : null)
  cursor.put()
  const pressed = [...step.querySelectorAll<HTMLElement>('[data-pressed], [data-again=pause][hidden]')]
  // what was entered is drawn by then, and Next may be pressed
  setTimeout(() => {
    // in development React opens a dialog twice
    if (!cursor.isPut()) cursor.put()
    for (const { dataset } of pressed)
      wizard.querySelector<HTMLElement>(`[data-again=${dataset.again}]`)?.click()
  })
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

/** Tells how the cursor gets to where it was. */
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
