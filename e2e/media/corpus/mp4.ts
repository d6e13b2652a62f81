/** A box of an MP4, with its content or its inner boxes. */
export type Box = { type: string; body: Buffer; inside: null } | { type: string; body: null; inside: Box[] }

/** The types of boxes that contain only boxes. */
const OUTER = new Set('moov trak mdia minf stbl edts'.split(' '))

export function readBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const told = bytes.readUInt32BE(at)
    const head = told === 1 ? 16 : 8
    const length = told === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : told === 0 ? bytes.length - at : told
    const type = bytes.toString('latin1', at + 4, at + 8)
    const body = bytes.subarray(at + head, at + length)
    boxes.push(
      OUTER.has(type)
        ? { type, body: null, inside: readBoxes(body) }
        : { type, body: Buffer.from(body), inside: null },
    )
    at += length
  }
  return boxes
}

export function writeBoxes(boxes: readonly Box[]): Buffer {
  return Buffer.concat(
    boxes.map((box) => {
      const body = box.inside ? writeBoxes(box.inside) : box.body
      const head = Buffer.alloc(8)
      head.writeUInt32BE(body.length + 8)
      head.write(box.type, 4, 'latin1')
      return Buffer.concat([head, body])
    }),
  )
}

/** Returns the boxes at a path such as `moov/trak/tkhd`, in order. */
export function findBoxes(boxes: readonly Box[], path: string): Box[] {
  const [type, ...rest] = path.split('/')
  const found = boxes.filter((box) => box.type === type)
  return rest.length === 0 ? found : found.flatMap(({ inside }) => findBoxes(inside ?? [], rest.join('/')))
}

/** Returns the content of the first box at a path. Throws when there is none. */
export function bodyAt(boxes: readonly Box[], path: string): Buffer {
  const [box] = findBoxes(boxes, path)
  if (!box?.body) throw new Error(`there is no ${path}`)
  return box.body
}

export const leaf = (type: string, body: Buffer): Box => ({ type, body, inside: null })

/** Changes the index of a film in which it follows the media, so that no media position changes. */
export function withIndex(film: Buffer, change: (moov: Box[]) => void): Buffer {
  const boxes = readBoxes(film)
  const last = boxes.at(-1)
  if (last?.type !== 'moov' || !last.inside) throw new Error('the index does not stand behind the media')
  change(last.inside)
  return writeBoxes(boxes)
}

/** Returns a track of a kind, by its place among the tracks of this kind. */
export function trackOf(moov: readonly Box[], kind: 'vide' | 'soun', place = 0): Box[] {
  const tracks = findBoxes(moov, 'trak').filter(
    ({ inside }) => bodyAt(inside ?? [], 'mdia/hdlr').toString('latin1', 8, 12) === kind,
  )
  const inside = tracks[place]?.inside
  if (!inside) throw new Error(`there is no ${kind} ${place}`)
  return inside
}

/**
 * An entry of an edit list: shows the film for `lasts` seconds, starting at `from`; null shows nothing. Times are
 * in seconds of what the film shows without an edit list.
 */
export type Edit = { lasts: number; from: number | null; rate?: number }

/** Replaces a track's edit list. */
export function setEdits(moov: readonly Box[], track: Box[], edits: readonly Edit[]): void {
  const filmScale = bodyAt(moov, 'mvhd').readUInt32BE(12)
  const scale = bodyAt(track, 'mdia/mdhd').readUInt32BE(12)
  const [own] = findBoxes(track, 'edts/elst')
  // The start that the encoder's own list leaves out.
  const lead = own?.body ? own.body.readInt32BE(own.body.length - 8) : 0
  const body = Buffer.alloc(8 + 12 * edits.length)
  body.writeUInt32BE(edits.length, 4)
  for (const [place, { lasts, from, rate = 1 }] of edits.entries()) {
    const at = 8 + 12 * place
    body.writeUInt32BE(Math.round(lasts * filmScale), at)
    body.writeInt32BE(from === null ? -1 : lead + Math.round(from * scale), at + 4)
    body.writeInt32BE(Math.round(rate * 0x10000), at + 8)
  }
  const place = track.findIndex(({ type }) => type === 'edts')
  const made: Box = { type: 'edts', body: null, inside: [leaf('elst', body)] }
  if (place >= 0) track.splice(place, 1, made)
  else track.splice(1, 0, made)
}
