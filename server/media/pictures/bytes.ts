/** A picture rebuilt from only the necessary parts of its file. */
export type PlainPicture = { bytes: Buffer; width: number; height: number }

/** Reads a file from its beginning. Throws `Unreadable` when asked for more than there is. */
export class Reader {
  private at = 0
  private readonly file: Buffer
  constructor(file: Buffer) {
    this.file = file
  }

  get left(): number {
    return this.file.length - this.at
  }

  take(count: number): Buffer {
    if (count < 0 || count > this.left) throw new Unreadable()
    this.at += count
    return this.file.subarray(this.at - count, this.at)
  }

  /** Takes everything before the next position at which the condition holds; throws if there is none. */
  until(holds: (file: Buffer, at: number) => boolean): Buffer {
    for (let at = this.at; at < this.file.length; at += 1)
      if (holds(this.file, at)) return this.take(at - this.at)
    throw new Unreadable()
  }
}

/** Thrown when a file is not, from its first byte to its last, the picture it begins as. */
export class Unreadable extends Error {}

/** Throws `Unreadable` unless the condition holds. */
export function must(isSo: boolean): asserts isSo {
  if (!isSo) throw new Unreadable()
}
