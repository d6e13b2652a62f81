/** The three engines behind the browsers that people have. */
export type EngineName = 'Chromium' | 'Firefox' | 'WebKit'

/** A browser engine as the walk needs it; what can be told by these few verbs is written once, in `visit.ts`. */
export type Engine = {
  readonly name: EngineName
  /** Whether it records here, where no machine has a camera: by a made-up one. */
  readonly hasCamera: boolean
  open(): Promise<EngineWindow>
}

/** One window of the size of a phone, in a browser that has never been anywhere. */
export type EngineWindow = {
  goto(url: string): Promise<void>
  /**
   * Runs a function in the page, or in the page of the frame that a selector finds, and answers what it answers. It sees
   * nothing of the test but its argument.
   */
  run: Run
  /** Moves the pointer there, in pixels of the window's content, and presses its button. */
  press(at: Point): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  /** Hands a file to the field that a selector finds. */
  giveFile(selector: string, path: string): Promise<void>
  resize(size: Size): Promise<void>
  /** The window's content as a PNG. */
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

/** As wide as many phones. */
export const PHONE_SIZE: Size = { width: 390, height: 844 }
export const DESK_SIZE: Size = { width: 1200, height: 900 }
