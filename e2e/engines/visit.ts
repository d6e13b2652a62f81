import { expect } from 'playwright/test'
import type { EngineWindow, Point } from './engine.ts'
import {
  find,
  markFound,
  setFound,
  valueOfFound,
  type Wanted,
  wasMissed,
  watchPress,
  whereFound,
} from './in-page.ts'

const PRESSES = 5
const PATIENCE = { timeout: 120_000, intervals: [50, 100, 200] }

/** A person's actions in a window of any engine: presses, types, chooses and reads, as they appear on the screen. */
export class Visit {
  readonly window: EngineWindow
  private readonly origin: string

  constructor(window: EngineWindow, origin: string) {
    this.window = window
    this.origin = origin
  }

  goto(path: string): Promise<void> {
    return this.window.goto(this.origin + path)
  }

  /** Clicks the middle of an element; again, as a person would, when the page moved under the pointer. */
  async press(wanted: Wanted): Promise<void> {
    for (let tries = 0; tries < PRESSES; tries += 1) {
      const at = await this.restingPlaceOf(wanted)
      await this.window.run(watchPress)
      await this.window.press(at)
      if (!(await this.window.run(wasMissed).catch(() => false))) return
    }
    throw new Error(`${JSON.stringify(wanted)} moved away from each press`)
  }

  /** Waits until the element exists, stands still and is not covered. */
  private async restingPlaceOf(wanted: Wanted): Promise<Point> {
    let last: Point | null = null
    const place = async () => {
      const where = (await this.window.run(find, wanted)) ? await this.window.run(whereFound) : 'not there'
      if (typeof where === 'string') {
        last = null
        return where
      }
      const rests = last?.x === where.x && last.y === where.y
      last = where
      return rests ? 'free' : `moves, to ${where.x}, ${where.y}`
    }
    await expect.poll(place, { message: `can press ${JSON.stringify(wanted)}`, ...PATIENCE }).toBe('free')
    return last!
  }

  /** Types into the field with this label, replacing its content. */
  async fill(field: string, text: string): Promise<void> {
    await this.press({ field })
    await this.window.run(() => (document.activeElement as HTMLInputElement).select())
    await this.window.type(text)
    const value = async () => (await this.window.run(find, { field })) && this.window.run(valueOfFound)
    await expect.poll(value, { message: field, ...PATIENCE }).toBe(text)
  }

  /** Sets a field's value directly, where its native dialog is out of reach: a date, or an option of a list. */
  async set(field: string, value: string): Promise<void> {
    await this.waitFor({ field })
    await this.window.run(setFound, value)
  }

  async giveFile(field: string, path: string): Promise<void> {
    await this.waitFor({ field })
    await this.window.run(markFound)
    await this.window.giveFile('[data-found]', path)
  }

  /** Waits until this text is on the screen. */
  sees(text: string): Promise<void> {
    return this.waitFor({ text })
  }

  /** Waits until the element exists. */
  async waitFor(wanted: Wanted): Promise<void> {
    const isThere = () => this.window.run(find, wanted)
    await expect.poll(isThere, { message: JSON.stringify(wanted), ...PATIENCE }).toBe(true)
  }

  /** Waits until a function returns true in the page. */
  async waitUntil(holds: () => boolean): Promise<void> {
    await expect.poll(() => this.window.run(holds), PATIENCE).toBe(true)
  }

  /** Waits until the page's path begins with this one. */
  async isAt(path: string): Promise<void> {
    // Include the page's text in the value, so that a failure shows which screen was there instead.
    const where = () =>
      this.window.run(() => `${location.pathname} ${document.querySelector('main')?.textContent}`)
    await expect.poll(where, PATIENCE).toMatch(new RegExp(`^${path}`))
  }
}
