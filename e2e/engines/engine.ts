/** The three engines behind the common browsers. */
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

/** A browser engine as the walk uses it. Everything that can be built from these few methods is in `visit.ts`. */
export type Engine = {
  readonly name: EngineName
  /** Whether the engine can record here with a fake camera, because no test machine has a real one. */
  readonly hasCamera: boolean
  open(): Promise<EngineWindow>
}

/** One phone-sized window in a fresh browser. */
export type EngineWindow = {
  goto(url: string): Promise<void>
  /**
   * Runs a function in the page, or in the frame that a selector finds, and returns its result. The function sees
   * nothing of the test except its argument.
   */
  run: Run
  /** Moves the pointer to a point, in pixels of the window's content, and clicks. */
  press(at: Point): Promise<void>
  /** Types into the focused element. */
  type(text: string): Promise<void>
  /** Sets the file of the field that a selector finds. */
  giveFile(selector: string, path: string): Promise<void>
  resize(size: Size): Promise<void>
  /** Returns the window's content as a PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export type Point = { x: number; y: number }

export type Run = <Answer, Argument = undefined>(
  work: (argument: Argument) => Answer | Promise<Answer>,
  argument?: Argument,
  frame?: string,
) => Promise<Answer>

export type Size = { width: number; height: number }

/** The size of many phones' screens. */
export const PHONE_SIZE: Size = { width: 390, height: 844 }
export const DESK_SIZE: Size = { width: 1200, height: 900 }
