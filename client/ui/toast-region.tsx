import { useEffect, useId, useState } from 'react'
import { Icon } from './icon.tsx'
import { addToastRegion, useToasts } from './toast-regions.ts'
import { dismissToast, type Toast } from './toasts.ts'

const SHOWN_MS = 4000
const ICON = { plain: 'info', success: 'check', danger: 'warning' } as const

/**
 * Renders the place where toasts appear. The shell has the base region, and each open dialog has its own above it.
 * While a dialog opens, its moving frame would position the toasts over its buttons, so they appear only after
 * that. `top`: they appear at the top at any width, because the buttons of the recorder are at the bottom.
 */
export function ToastRegion({ base = false, top = false }: { base?: boolean; top?: boolean }) {
  const region = useId()
  const toasts = useToasts(region)
  useEffect(() => addToastRegion(region, base), [region, base])
  return (
    <div
      className={`pointer-events-none fixed inset-x-0 z-50 flex flex-col items-center gap-2 p-4 md:p-6 ${placeOf({ base, top })}`}
    >
      <div role="status" className="contents">
        {toasts
          .filter((toast) => toast.tone !== 'danger')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
      <div role="alert" className="contents">
        {toasts
          .filter((toast) => toast.tone === 'danger')
          .map((toast) => (
            <ToastCard key={toast.id} toast={toast} />
          ))}
      </div>
    </div>
  )
}

function placeOf({ base, top }: { base: boolean; top: boolean }): string {
  if (top) return 'top-10 animate-appear'
  if (!base) return 'animate-appear max-md:top-0 md:bottom-0 md:items-end'
  // Above the tab bar of a phone, and above the bar with the buttons of a form.
  return 'bottom-0 max-md:pb-[calc(1rem+var(--tab-bar,0px)+env(safe-area-inset-bottom))] md:items-end in-[body:has([data-bar])]:max-md:bottom-18'
}

function ToastCard({ toast }: { toast: Toast }) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  useEffect(() => {
    if (isHeld || toast.action) return
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering or focusing only stops the clock
    <div
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="pointer-events-auto flex w-full max-w-md animate-rise items-center gap-3 rounded bg-inverse py-2 pr-2 pl-4 text-on-inverse text-sm shadow-float"
    >
      <Icon name={ICON[toast.tone]} className="size-5" />
      <p className="min-w-0 flex-1 py-1.5">{toast.text}</p>
      {toast.action && (
        <button
          type="button"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.onPress()
          }}
          className="label touch px-2 underline underline-offset-4"
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        onClick={() => dismissToast(toast.id)}
        className="touch grid place-items-center rounded"
      >
        <Icon name="close" label="Dismiss" className="size-4" />
      </button>
    </div>
  )
}
