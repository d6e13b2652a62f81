const NAMES = new Intl.DisplayNames('en', { type: 'region' })

/** "Norway" from "NO". Server and browser may know a country by slightly different names: the server's stands. */
export function CountryName({ code }: { code: string }) {
  if (!/^[A-Z]{2}$/.test(code)) return null
  return <span suppressHydrationWarning>{NAMES.of(code)}</span>
}
