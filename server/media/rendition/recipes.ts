/**
 * The files made of a video besides its served copy: one that every browser plays, one for slow networks, and its
 * pictures.
 */
export const RENDITION_KINDS = ['poster', 'plays', 'small', 'strip'] as const
export type RenditionKind = (typeof RENDITION_KINDS)[number]

/** How a rendition is made, in FFmpeg's terms. FFmpeg runs it as a program or as a library. */
export type Recipe = {
  /**
   * The picture's filters after it is turned upright: which frames, what size, and the last step after its colours.
   */
  choose: string | null
  size: string
  finish: string
  /** The most frames a second; null leaves the rate to the filters. */
  mostPerSecond: number | null
  video: { encoder: 'libx264' | 'mjpeg'; options: Readonly<Record<string, string>> }
  /** Null for no sound. */
  sound: { filters: string; options: Readonly<Record<string, string>> } | null
  /** A film, or only the first frame. */
  makes: 'film' | 'picture'
}

/** How many frames a strip shows side by side, from the beginning to the end. */
const STRIP_PICTURES = 10

/**
 * Returns a filter that scales a picture down to fit, in either orientation, with even numbers of square pixels. It
 * never enlarges.
 */
const within = (long: number, short: number) => {
  const [width, height] = [`if(gte(iw,ih),${long},${short})`, `if(gte(iw,ih),${short},${long})`]
  const box = `w='min(iw,${width})':h='min(ih,${height})'`
  return `scale=w='iw*sar':h=ih,setsar=1,scale=${box}:force_original_aspect_ratio=decrease:force_divisible_by=2`
}

const PICTURE = {
  mostPerSecond: null,
  // a quality of 5 on FFmpeg's scale, where 2 is best
  video: { encoder: 'mjpeg', options: { flags: '+qscale', global_quality: String(5 * 118) } },
  sound: null,
  makes: 'picture',
} as const

/** A JPEG needs the full range of values. */
const JPEG_COLOURS = 'scale=out_range=pc,format=yuvj420p'

const H264 = { preset: 'veryfast', profile: 'high', g: '120' }
/** Keeps sound in sync with its picture if it starts late or has gaps. */
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

/** Returns the recipe for a rendition of a video of this length. */
export function recipeOf(kind: RenditionKind, durationMs: number): Recipe {
  switch (kind) {
    case 'plays':
      return film(within(1_920, 1_080), 60, { crf: '22', maxrate: '6M', bufsize: '12M', sound: '128k' })
    case 'small':
      return film(within(640, 360), 30, { crf: '27', maxrate: '340k', bufsize: '680k', sound: '56k' })
    case 'poster': {
      // a recording often begins with a hand in front of the camera
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

/** Returns the recipe with an end at the end of the shown part, because packets of sound may reach beyond it. */
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

/**
 * Returns the recipe with its last frame held until the film ends, because a browser may show nothing when one
 * frame has a long sound.
 */
export function holdingLast(recipe: Recipe, durationMs: number): Recipe {
  const seconds = durationMs / 1_000
  const held = `tpad=stop_mode=clone:stop_duration=${seconds},trim=end=${seconds}`
  return { ...recipe, finish: `${held},${recipe.finish}` }
}

/** Filters that convert the colours of a high-dynamic-range film to those of every screen. */
const TO_PLAIN_COLOURS =
  'zscale=transfer=linear:npl=203,format=gbrpf32le,zscale=primaries=bt709,tonemap=mobius:desat=0,zscale=transfer=bt709:matrix=bt709:range=limited,format=yuv420p'

/** Returns the filters of a recipe's picture in order, joined as FFmpeg reads them. */
export function pictureFilters(
  { choose, size, finish }: Recipe,
  { turn = null, isHighRange }: { turn?: string | null; isHighRange: boolean },
): string {
  return [turn, choose, size, isHighRange && TO_PLAIN_COLOURS, finish].filter(Boolean).join(',')
}
