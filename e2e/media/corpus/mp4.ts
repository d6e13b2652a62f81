/** A box of an MP4: its content, or the boxes in it. */
export type Box = { type: string; body: Buffer; inside: null } | { type: string; body: null; inside: Box[] }

/** Boxes that hold nothing but boxes. */
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

/** The boxes at a path such as `moov/trak/tkhd`, in order. */
export function findBoxes(boxes: readonly Box[], path: string): Box[] {
  const [type, ...rest] = path.split('/')
  const found = boxes.filter((box) => box.type === type)
  return rest.length === 0 ? found : found.flatMap(({ inside }) => findBoxes(inside ?? [], rest.join('/')))
}

/** The content of the only box at a path. */
export function bodyAt(boxes: readonly Box[], path: string): Buffer {
  const [box] = findBoxes(boxes, path)
  if (!box?.body) throw new Error(`there is no ${path}`)
  return box.body
}

export const leaf = (type: string, body: Buffer): Box => ({ type, body, inside: null })

/** Changes the index of a film that stands behind its media, so that no place in it moves. */
export function withIndex(film: Buffer, change: (moov: Box[]) => void): Buffer {
  const boxes = readBoxes(film)
  const last = boxes.at(-1)
  if (last?.type !== 'moov' || !last.inside) throw new Error('the index does not stand behind the media')
  change(last.inside)
  return writeBoxes(boxes)
}

/** The track of a kind, by its place among those of the kind. */
export function trackOf(moov: readonly Box[], kind: 'vide' | 'soun', place = 0): Box[] {
  const tracks = findBoxes(moov, 'trak').filter(
    ({ inside }) => bodyAt(inside ?? [], 'mdia/hdlr').toString('latin1', 8, 12) === kind,
  )
  const inside = tracks[place]?.inside
  if (!inside) throw new Error(`there is no ${kind} ${place}`)
  return inside
}

/** What is shown for so long, from which moment on; null is nothing. In seconds of what the film shows without it. */
export type Edit = { lasts: number; from: number | null; rate?: number }

/** Puts an edit list in the place of a track's own. */
export function setEdits(moov: readonly Box[], track: Box[], edits: readonly Edit[]): void {
  const filmScale = bodyAt(moov, 'mvhd').readUInt32BE(12)
  const scale = bodyAt(track, 'mdia/mdhd').readUInt32BE(12)
  const [own] = findBoxes(track, 'edts/elst')
  // what the encoder's own list leaves out at the start
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
