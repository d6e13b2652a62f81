import { useRef, useSyncExternalStore } from 'react'

type CountryNameProps = { code: string }

/**
 * Renders the name of a country, such as "Norway" for "NO". On a page that the server rendered, the rendered name
 * stays, because the first use of `Intl` takes up to a fifth of a second on a slow phone.
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

/** Returns true when React has hydrated this part from the page that the server rendered. */
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
