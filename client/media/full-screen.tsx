import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'
import { ToastRegion } from '../ui/toast-region.tsx'

type FullScreenProps = { title: string; canLeave: boolean; onClose: () => void; children: ReactNode }

/** Renders a dark full-screen dialog, in which a video is recorded or cut. `title` is its accessible name. */
export function FullScreen({ title, canLeave, onClose, children }: FullScreenProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={ref}
      aria-label={title}
      data-theme="dark"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        if (currentTarget.open) return
        // Open it again: a browser lets a page refuse Escape or Back only once, and the caller decides on leaving.
        currentTarget.showModal()
        onClose()
      }}
      className="fixed inset-0 m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden low:overflow-y-auto bg-page text-ink open:flex open:flex-col"
    >
      {children}
      {canLeave && (
        <button
          type="button"
          onClick={onClose}
          className="touch absolute top-[calc(0.5rem+env(safe-area-inset-top))] right-3 grid place-items-center rounded-full bg-page/70 md:right-5"
        >
          <Icon name="close" label="Close" />
        </button>
      )}
      {/* What lies below this dialog is covered and inert, so that a toast there would be neither seen nor read. */}
      <ToastRegion top />
    </dialog>
  )
}
