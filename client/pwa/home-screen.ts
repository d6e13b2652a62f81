type Device = Navigator & { standalone?: boolean }

/**
 * Returns how an iPhone or iPad shows this page: as the app on its Home Screen, which keeps its own session and data,
 * or in a browser. Returns null on other devices, whose installed app shares them with the browser.
 */
export function shownOnApple(): 'home-screen' | 'browser' | null {
  const { userAgent = '', maxTouchPoints = 0, standalone = false } = (globalThis.navigator ?? {}) as Device
  // An iPad says that it is a Mac, but no Mac has a touch screen.
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  if (!isApple) return null
  const isInstalled = standalone || globalThis.matchMedia?.('(display-mode: standalone)').matches === true
  return isInstalled ? 'home-screen' : 'browser'
}
