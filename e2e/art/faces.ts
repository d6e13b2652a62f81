/** The looks of a demo athlete: parts of Open Peeps and their colours. */
export type Face = {
  head: string
  face: string
  skin: string
  shirt: string
  /** The colour of lines and dark hair. */
  ink?: string
  /** The colour of hair, ribbon or cap where the head has a second colour. */
  second?: string
  beard?: string
  glasses?: string
}

/** The faces by username. None of them is a real person. */
export const FACES: Record<string, Face> = {
  noraquist: { head: 'grayBun', face: 'smile', skin: 'ffdbb4', shirt: 'f34b1f', second: 'e0b866' },
  teoadeyemi: { head: 'twists', face: 'smile', skin: '7a4b34', shirt: 'f2c14e', beard: 'chin' },
  marenholt: { head: 'mediumBangs2', face: 'calm', skin: 'ffdbb4', shirt: '1fa3b8', second: 'b58143' },
  jonasferreira: {
    head: 'pomp',
    face: 'smile',
    skin: 'edb98a',
    shirt: '9ddadb',
    beard: 'full',
    ink: '2b1a12',
  },
  sadiewren: { head: 'bangs', face: 'cute', skin: 'ffdbb4', shirt: '5c7cfa', second: 'c4572a' },
  kaitomori: { head: 'short5', face: 'calm', skin: 'f4cfa4', shirt: 'f6f2e8' },
  lenabrandt: { head: 'hatBeanie', face: 'smile', skin: 'ffdbb4', shirt: '78a55a', second: 'f34b1f' },
  owenblake: { head: 'short4', face: 'smile', skin: 'ffd7b0', shirt: '8fa7df', second: 'd6a650' },
  priyanair: { head: 'longBangs', face: 'smile', skin: 'c98a56', shirt: 'e279a0' },
  caldecosta: {
    head: 'shaved3',
    face: 'smile',
    skin: 'd99a63',
    shirt: '2f8f80',
    ink: '4a2b18',
    beard: 'full2',
  },
  mirajovic: { head: 'medium3', face: 'smile', skin: 'f0c39a', shirt: 'f6f2e8', ink: '3a2216' },
  benokafor: { head: 'flatTop', face: 'calm', skin: '694d3d', shirt: 'e78276' },
  annelisevos: {
    head: 'bun',
    face: 'smile',
    skin: 'ffdbb4',
    shirt: 'ffcf77',
    second: '1fa3b8',
    ink: '4a2b18',
    glasses: 'glasses2',
  },
  dariusking: { head: 'noHair1', face: 'smile', skin: '8d5a3b', shirt: 'c23b3b', beard: 'full' },
  sofiaruiz: { head: 'bun2', face: 'calm', skin: 'edb98a', shirt: 'b79ad9', ink: '3a2216' },
  haruki: { head: 'short3', face: 'calm', skin: 'f4cfa4', shirt: 'f34b1f', glasses: 'glasses' },
  elifdemir: { head: 'long', face: 'smile', skin: 'edb98a', shirt: '78a55a', ink: '2b1a12' },
  wesleychan: { head: 'short2', face: 'smile', skin: 'f6d3aa', shirt: '5c7cfa', glasses: 'glasses3' },
  ingridsol: { head: 'grayMedium', face: 'smile', skin: 'ffdbb4', shirt: 'c23b3b', second: 'ecd28f' },
  marcusbell: { head: 'dreads2', face: 'smile', skin: '5e4030', shirt: '9ddadb', beard: 'goatee1' },
  amaraeze: { head: 'afro', face: 'smile', skin: '7a4b34', shirt: 'ffcf77' },
  pietervdm: {
    head: 'grayShort',
    face: 'old',
    skin: 'f7cfa6',
    shirt: '27496d',
    second: 'd8d3c6',
    beard: 'full4',
  },
  zoelambert: { head: 'buns', face: 'cute', skin: 'ae6f45', shirt: 'e279c7' },
  athlete: { head: 'medium2', face: 'cute', skin: 'ffdbb4', shirt: 'fdd835', ink: '5a3218' },
}
