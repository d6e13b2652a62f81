import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Capabilities, error, Origin, type WebDriver } from 'selenium-webdriver'
import type { Command } from 'selenium-webdriver/lib/command.js'
import { findWebKit } from '../../.ci/engines.ts'
import { type Engine, type EngineWindow, PHONE_SIZE, type Run } from './engine.ts'

const PATIENCE_MS = 30_000
const COMMAND_MS = 180_000
const LOOK_MS = 5_000
const LOOKS = 3

/** WebKitGTK's MiniBrowser, driven by Selenium over WebDriver, on a virtual screen. */
export const webkit: Engine = { name: 'WebKit', hasCamera: false, open }

async function open(): Promise<EngineWindow> {
  const found = findWebKit()
  if (!found) throw new Error('There is no WebKit here.')
  const screen = await startScreen()
  const port = await freePort()
  const program = spawn(found.driver, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: screen.display, NO_AT_BRIDGE: '1' },
  })
  const driver = await connect(port, found.browser).catch(async (problem: unknown) => {
    await endAll(program, screen.program)
    throw problem
  })
  await driver.manage().window().setRect(PHONE_SIZE)
  await driver.manage().setTimeouts({ script: PATIENCE_MS })
  return {
    goto: (url) => goTo(driver, url),
    run: runIn(driver),
    async press({ x, y }) {
      const at = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 }
      await driver.actions().move(at).click().perform()
    },
    type: (text) => onFound(() => driver.switchTo().activeElement().sendKeys(text)),
    giveFile: (selector, path) => onFound(() => driver.findElement(By.css(selector)).sendKeys(path)),
    resize: async (size) => void (await driver.manage().window().setRect(size)),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    async close() {
      await driver.quit().catch(() => {})
      await endAll(program, screen.program)
    },
  }
}

/** Repeats work on an element that the page rendered again in the meantime. */
async function onFound<T>(work: () => Promise<T>): Promise<T> {
  for (let looks = 1; ; looks += 1)
    try {
      return await work()
    } catch (problem) {
      if (!(problem instanceof error.StaleElementReferenceError) || looks === LOOKS) throw problem
    }
}

/**
 * Opens an address and waits until the former page is gone, because a press would still reach that one. Repeats the
 * navigation when the driver lost it.
 */
async function goTo(driver: WebDriver, url: string): Promise<void> {
  await driver.executeScript('document.isLeft = true')
  let lastError = 'the page before is still there'
  // Race against a timer, because a script sent while one page replaces the other may never be answered.
  const hasGone = () =>
    Promise.race([
      driver.executeScript<boolean>('return document.isLeft === undefined'),
      sleep(LOOK_MS, false, { ref: false }),
    ]).catch((error: Error) => {
      lastError = error.message
      return false
    })
  const until = Date.now() + COMMAND_MS
  while (Date.now() < until) {
    await driver.get(url)
    const again = Math.min(until, Date.now() + PATIENCE_MS)
    while (Date.now() < again) {
      if (await hasGone()) return
      await sleep(50)
    }
  }
  throw new Error(`WebKit does not come to ${url}: ${lastError}.`)
}

/** Starts a virtual screen. The display server picks a free number and reports it. */
async function startScreen(): Promise<{ display: string; program: ChildProcess }> {
  const program = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const [number] = (await once(program.stdio[3] as Readable, 'data')) as [Buffer]
  return { display: `:${String(number).trim()}`, program }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Waits until the driver listens, then starts a session. */
async function connect(port: number, browser: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    // Do not wait for page loads, because every step waits for what it needs.
    pageLoadStrategy: 'none',
  })
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const isUp = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) break
    if (Date.now() > until) throw new Error('WebKitWebDriver does not answer.')
    await sleep(50)
  }
  return impatient(
    await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build(),
  )
}

/** Adds a timeout to every command, because Selenium waits for ever for a driver that does not answer. */
function impatient(driver: WebDriver): WebDriver {
  const execute = driver.execute.bind(driver)
  driver.execute = (command: Command) => {
    const late = sleep(COMMAND_MS, undefined, { ref: false }).then(() => {
      throw new Error(`WebKit did not answer “${command.getName()}”.`)
    })
    return Promise.race([execute(command), late])
  }
  return driver
}

type Told = { value?: unknown; error?: string }

function runIn(driver: WebDriver): Run {
  return async (work, argument, frame) => {
    if (frame) await onFound(async () => driver.switchTo().frame(await driver.findElement(By.css(frame))))
    try {
      const told = await driver.executeAsyncScript<Told>(
        `const tell = arguments[1]
        Promise.resolve(arguments[0]).then(${work}).then((value) => tell({ value }), (error) => tell({ error: String(error) }))`,
        argument,
      )
      if (told.error !== undefined) throw new Error(told.error)
      return told.value as never
    } finally {
      if (frame) await driver.switchTo().defaultContent()
    }
  }
}

async function endAll(...programs: ChildProcess[]): Promise<void> {
  for (const program of programs) {
    if (program.exitCode !== null || program.signalCode !== null) continue
    const ended = once(program, 'exit')
    program.kill('SIGKILL')
    await ended
  }
}
