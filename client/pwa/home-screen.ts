type Device = Navigator & { standalone?: boolean }

/** An iPhone or iPad shows notifications of an app on its Home Screen alone, and no browser there offers to put it there. */
export function needsHomeScreen(): boolean {
  const { userAgent = '', maxTouchPoints = 0, standalone = false } = (globalThis.navigator ?? {}) as Device
  // an iPad says that it is a Mac; no Mac is touched
  const isApple = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isInstalled = standalone || globalThis.matchMedia?.('(display-mode: standalone)').matches === true
  return isApple && !isInstalled
}
