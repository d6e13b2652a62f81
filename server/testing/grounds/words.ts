import type { Step } from './ground.ts'

/** How a line begins that complains of nothing. */
const INFO = '{"level":30,'
const LONGEST = 300

/** What the servers of a ground said since the last reset. */
export class Words {
  private text = ''
  /** A disk that is full for videos, until somebody met with it. */
  private full: Step | null = null
  private readonly note: (step: Step) => void

  constructor(note: (step: Step) => void) {
    this.note = note
  }

  hear(words: string): void {
    this.text += words
    if (!this.full || !words.includes('EFBIG')) return
    this.note(this.full)
    this.full = null
  }

  /** Whoever meets with this full disk says so in the log, and only there. */
  awaitFull(step: Step | null): void {
    this.full = step
  }

  all(): string {
    return this.text
  }

  complaints(): string[] {
    const lines = this.text.split('\n')
    return lines.filter((line) => line !== '' && !line.startsWith(INFO)).map((line) => line.slice(0, LONGEST))
  }

  forget(): void {
    this.text = ''
    this.full = null
  }
}
