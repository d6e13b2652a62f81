import { useRef, useSyncExternalStore } from 'react'

type CountryNameProps = { code: string }

/**
 * "Norway" from "NO". On a page that the server rendered its name stands: the first use of `Intl` would take a slow phone
 * as long as a fifth of a second.
 */
export function CountryName({ code }: CountryNameProps) {
  const stands = useStandsAlready()
  if (!/^[A-Z]{2}$/.test(code)) return null
  return <span suppressHydrationWarning>{stands ? '' : nameOf(code)}</span>
}

let names: Intl.DisplayNames | null = null

function nameOf(code: string): string | undefined {
  names ??= new Intl.DisplayNames('en', { type: 'region' })
  return names.of(code)
}

/** Whether this part came with the page that the server rendered, and React has met it there. */
function useStandsAlready(): boolean {
  const met = useRef(false)
  return useSyncExternalStore(
    () => () => {},
    () => met.current,
    () => {
      met.current = typeof document !== 'undefined'
      return met.current
    },
  )
}
