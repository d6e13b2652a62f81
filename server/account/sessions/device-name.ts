/** The first that is found counts: many browsers also call themselves by the names of others. */
const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|Chromium|CriOS)\//],
  ['Safari', /\bSafari\//],
]
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['Mac', /\bMac(intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

/** What its owner calls a device, from what its browser says of itself: "Chrome on Android", and nothing finer. */
export function deviceName(userAgent: string | null): string {
  const browser = nameIn(BROWSERS, userAgent) ?? 'A browser'
  const system = nameIn(SYSTEMS, userAgent)
  return system ? `${browser} on ${system}` : browser
}

function nameIn(known: typeof BROWSERS, userAgent: string | null): string | undefined {
  return known.find(([, mark]) => mark.test(userAgent ?? ''))?.[0]
}
