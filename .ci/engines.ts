import { existsSync, readdirSync } from 'node:fs'

/** The path of a Firefox that is here: FIREFOX_PATH, or the system's. */
export function findFirefox(): string | undefined {
  const places = [
    process.env.FIREFOX_PATH,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return places.find((place) => place !== undefined && existsSync(place))
}

/** Where the WebKit of this Linux lies: the program that drives it, and its browser. */
export function findWebKit(): { driver: string; browser: string } | undefined {
  const driver = '/usr/bin/WebKitWebDriver'
  const browser = libraryFolders()
    .map((folder) => `${folder}/webkit2gtk-4.1/MiniBrowser`)
    .find((place) => existsSync(place))
  return browser && existsSync(driver) && existsSync('/usr/bin/Xvfb') ? { driver, browser } : undefined
}

/** One for each kind of processor. */
function libraryFolders(): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => `/usr/lib/${name}`)
}
