import type { Step } from './ground.ts'

/** The beginning of a log line that is no complaint. */
const INFO = '{"level":30,'
const LONGEST = 300

/** Collects what the servers of a ground wrote since the last reset. */
export class Words {
  private text = ''
  /** The step that filled the disk for videos, until a server met with it. */
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

  /** Sets the full disk to look for: a server that meets with it says so in its log, and only there. */
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
