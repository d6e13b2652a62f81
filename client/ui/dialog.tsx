import { type ComponentProps, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { ToastRegion } from './toast-region.tsx'

type DialogProps = {
  open: boolean
  /**
   * Called on Esc, on the close button and, if `dismissible`, on a press outside. The caller then sets `open` to
   * false.
   */
  onClose: () => void
  title: string
  /** Shown beside the title: the state of what the user has just done. */
  note?: ReactNode
  children: ReactNode
  /** Stays visible at the bottom while the body scrolls, except in a zoomed window, where it follows the body. */
  footer?: ReactNode
  /** The label of a button before the footer that only closes the dialog. */
  keep?: string
  /**
   * `narrow` asks one thing, `wide` holds a form, and `full` is dark and fills the whole screen (recorder). On
   * phones the first two are sheets.
   */
  size?: 'narrow' | 'wide' | 'full'
  /** False while closing would lose something: presses outside are then ignored, but Esc still calls `onClose`. */
  dismissible?: boolean
  /** `alertdialog` for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
}

// A phone in landscape has few lines, so the sheet may take its whole height. `base.css` lets it scroll as
// a whole in a zoomed window.
const SHEET =
  'm-auto max-h-[88dvh] bg-surface [@media(max-height:30rem)]:max-h-dvh max-md:mb-0 max-md:rounded-b-none rounded'
const SIZES = {
  narrow: `${SHEET} md:max-w-lg`,
  wide: `${SHEET} max-md:max-h-[94dvh] md:max-w-2xl`,
  full: 'm-0 h-dvh max-h-none bg-page pt-[env(safe-area-inset-top)]',
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null
}

function OpenDialog({ open, onClose, dismissible = true, ...shown }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    // Otherwise the close button would get the focus, as the first control. A field can claim it with
    // `data-autofocus`.
    const wanted = dialog?.querySelector<HTMLElement>('[data-autofocus]') ?? dialog?.querySelector('h2')
    wanted?.focus()
    return () => dialog?.close()
  }, [])
  return (
    <DialogFrame
      {...shown}
      ref={ref}
      onLeave={onClose}
      onCancel={(event) => {
        // A file field inside also sends "cancel" when its picker is closed.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose()
      }}
      onPointerDown={(event) => {
        if (dismissible && event.target === event.currentTarget) onClose()
      }}
    />
  )
}

type FrameProps = Omit<ComponentProps<'dialog'>, 'title' | 'className'> &
  Pick<DialogProps, 'title' | 'note' | 'footer' | 'keep' | 'size'> & { onLeave?: () => void }

/** Renders a dialog without opening it. */
export function DialogFrame({
  title,
  note,
  children,
  footer,
  keep,
  size = 'narrow',
  onLeave,
  ...dialog
}: FrameProps) {
  const titleId = useId()
  const bodyId = useId()
  const isFull = size === 'full'
  return (
    <dialog
      {...dialog}
      aria-labelledby={titleId}
      // Read before the harmless button, which has the focus.
      aria-describedby={dialog.role === 'alertdialog' ? bodyId : undefined}
      data-theme={isFull ? 'dark' : undefined}
      className={`w-full max-w-none animate-open overflow-hidden text-ink shadow-float backdrop:bg-veil open:flex open:flex-col ${SIZES[size]}`}
    >
      <header
        className={`flex items-start justify-between gap-4 px-5 md:px-7 ${isFull ? 'py-2' : 'pt-5 [@media(max-height:30rem)]:pt-1 md:pt-6'}`}
      >
        <h2
          id={titleId}
          tabIndex={-1}
          className={`display min-w-0 ${isFull ? 'self-center text-xl' : 'pt-1.5 text-2xl'}`}
        >
          {title}
        </h2>
        {note && (
          <p role="status" className="ml-auto self-center whitespace-nowrap text-right text-sm text-success">
            {note}
          </p>
        )}
        <button
          type="button"
          onClick={onLeave}
          className="touch -mr-2 grid shrink-0 place-items-center rounded text-muted hover:text-ink"
        >
          <Icon name="close" label="Close" />
        </button>
      </header>
      <div
        id={bodyId}
        className={`min-h-0 flex-auto overflow-y-auto overscroll-contain ${isFull ? 'relative' : 'px-5 pt-3 pb-6 md:px-7'}`}
      >
        {children}
      </div>
      {(keep || footer) && (
        <footer className="flex flex-col-reverse gap-3 border-t px-5 pt-4 pb-safe-4 [@media(max-height:30rem)]:py-1.5 sm:flex-row sm:flex-wrap sm:justify-end md:px-7">
          {keep && (
            <Button tone="secondary" onClick={onLeave}>
              {keep}
            </Button>
          )}
          {footer}
        </footer>
      )}
      <ToastRegion />
    </dialog>
  )
}
