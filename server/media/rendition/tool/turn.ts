import { endianness } from 'node:os'

/** The filters that turn a picture upright, by the signs of the four numbers of its rotation. */
const TURNS: Record<string, string | null> = {
  '1,0,0,1': null,
  '-1,0,0,-1': 'hflip,vflip',
  '-1,0,0,1': 'hflip',
  '1,0,0,-1': 'vflip',
  '0,1,-1,0': 'transpose=clock',
  '0,-1,1,0': 'transpose=cclock',
  '0,1,1,0': 'transpose=cclock_flip',
  '0,-1,-1,0': 'transpose=clock_flip',
}

/**
 * Returns the filters that turn and mirror a picture as its display matrix says (nine numbers of 32 bits); null
 * when it is upright.
 */
export function turnOf(matrix: Buffer | null): string | null {
  if (!matrix || matrix.length < 20) return null
  const at = (place: number) =>
    endianness() === 'LE' ? matrix.readInt32LE(4 * place) : matrix.readInt32BE(4 * place)
  const numbers = [at(0), at(1), at(3), at(4)]
  // any other rotation is rounded to the nearest quarter turn
  const largest = Math.max(...numbers.map(Math.abs))
  const signs = numbers.map((number) => (Math.abs(number) * 2 > largest ? Math.sign(number) : 0))
  return TURNS[signs.join()] ?? null
}
