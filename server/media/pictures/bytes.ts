/** A picture whose file was taken apart and put together again from what a picture is made of, and nothing else. */
export type PlainPicture = { bytes: Buffer; width: number; height: number }

/** Reads a file from its beginning; asked for more than there is, it throws `Unreadable`. */
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

  /** Everything before the next place a pattern holds at; throws where there is none. */
  until(holds: (file: Buffer, at: number) => boolean): Buffer {
    for (let at = this.at; at < this.file.length; at += 1)
      if (holds(this.file, at)) return this.take(at - this.at)
    throw new Unreadable()
  }
}

/** A file that is not, from its first byte to its last, the picture it begins as. */
export class Unreadable extends Error {}

/** Goes on only where a file is as it has to be. */
export function must(isSo: boolean): asserts isSo {
  if (!isSo) throw new Unreadable()
}
