/** What is made of a video besides the copy that is served: a file every browser plays, one for slow networks, and its pictures. */
export const RENDITION_KINDS = ['poster', 'plays', 'small', 'strip'] as const
export type RenditionKind = (typeof RENDITION_KINDS)[number]

/** How a rendition is made, in FFmpeg's words: whoever runs FFmpeg, as a program or as a library, runs this. */
export type Recipe = {
  /** Filters of the picture, once it stands upright: which pictures, how large, and what comes after their colours. */
  choose: string | null
  size: string
  finish: string
  /** At most so many pictures a second; null leaves them to the filters. */
  mostPerSecond: number | null
  video: { encoder: 'libx264' | 'mjpeg'; options: Readonly<Record<string, string>> }
  /** Null: without sound. */
  sound: { filters: string; options: Readonly<Record<string, string>> } | null
  /** A film, or the first picture that comes. */
  makes: 'film' | 'picture'
}

/** Pictures in a strip, side by side, from the beginning to the end. */
const STRIP_PICTURES = 10

/** As much of it as fits, whichever way up it is, in even numbers of square pixels, and never enlarged. */
const within = (long: number, short: number) => {
  const [width, height] = [`if(gte(iw,ih),${long},${short})`, `if(gte(iw,ih),${short},${long})`]
  const box = `w='min(iw,${width})':h='min(ih,${height})'`
  return `scale=w='iw*sar':h=ih,setsar=1,scale=${box}:force_original_aspect_ratio=decrease:force_divisible_by=2`
}

const PICTURE = {
  mostPerSecond: null,
  // a quality of 5, as FFmpeg counts, where 2 is best
  video: { encoder: 'mjpeg', options: { flags: '+qscale', global_quality: String(5 * 118) } },
  sound: null,
  makes: 'picture',
} as const

/** A JPEG wants the full range of its values. */
const JPEG_COLOURS = 'scale=out_range=pc,format=yuvj420p'

const H264 = { preset: 'veryfast', profile: 'high', g: '120' }
/** Sound that begins late or has holes stays with its picture. */
const SOUND = 'aresample=48000:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=mono|stereo'

type Rates = { crf: string; maxrate: string; bufsize: string; sound: string }

const film = (size: string, mostPerSecond: number, { sound, ...rates }: Rates): Recipe => ({
  choose: null,
  size,
  finish: 'format=yuv420p',
  mostPerSecond,
  video: { encoder: 'libx264', options: { ...H264, ...rates } },
  sound: { filters: SOUND, options: { b: sound } },
  makes: 'film',
})

/** How a rendition of a video of this length is made. */
export function recipeOf(kind: RenditionKind, durationMs: number): Recipe {
  switch (kind) {
    case 'plays':
      return film(within(1_920, 1_080), 60, { crf: '22', maxrate: '6M', bufsize: '12M', sound: '128k' })
    case 'small':
      return film(within(640, 360), 30, { crf: '27', maxrate: '340k', bufsize: '680k', sound: '56k' })
    case 'poster': {
      // the first second of a recording is often a hand before the camera
      const fromS = Math.min(1_000, Math.floor(durationMs / 4)) / 1_000
      return {
        ...PICTURE,
        choose: `trim=start=${fromS},thumbnail=n=20`,
        size: within(960, 640),
        finish: JPEG_COLOURS,
      }
    }
    case 'strip':
      return {
        ...PICTURE,
        choose: `fps=${STRIP_PICTURES * 1_000}/${durationMs}`,
        size: within(160, 160),
        finish: `tile=${STRIP_PICTURES}x1,${JPEG_COLOURS}`,
      }
  }
}

/** The same, ending where what is shown of a film ends: sound comes in pieces that reach beyond it. */
export function endingAt(recipe: Recipe, durationMs: number): Recipe {
  if (recipe.makes === 'picture') return recipe
  const end = `trim=end=${durationMs / 1_000}`
  const { sound } = recipe
  return {
    ...recipe,
    finish: `${end},${recipe.finish}`,
    sound: sound && { ...sound, filters: `${sound.filters},a${end}` },
  }
}

/** The same, its last picture standing until the film ends: an engine may show nothing of one picture under much sound. */
export function holdingLast(recipe: Recipe, durationMs: number): Recipe {
  const seconds = durationMs / 1_000
  const held = `tpad=stop_mode=clone:stop_duration=${seconds},trim=end=${seconds}`
  return { ...recipe, finish: `${held},${recipe.finish}` }
}

/** Brings the colours of a film of high dynamic range to those of every screen. */
const TO_PLAIN_COLOURS =
  'zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709,tonemap=mobius:desat=0,zscale=transfer=bt709:matrix=bt709:range=limited,format=yuv420p'

/** The filters of a recipe's picture in their order, joined as FFmpeg reads them. */
export function pictureFilters(
  { choose, size, finish }: Recipe,
  { turn = null, isHighRange }: { turn?: string | null; isHighRange: boolean },
): string {
  return [turn, choose, size, isHighRange && TO_PLAIN_COLOURS, finish].filter(Boolean).join(',')
}
