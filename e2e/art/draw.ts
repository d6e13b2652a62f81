import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAvatar } from '@dicebear/core'
import * as openPeeps from '@dicebear/open-peeps'
import { chromium } from 'playwright'
import { findBrowser } from '../../.ci/browser.ts'
import { type ChalkName, chalkOfSport } from '../../sync/athlete/chalk-of-sport.ts'
import { FACES, type Face } from './faces.ts'

const root = join(import.meta.dirname, '../..')
/** The size of a square portrait in pixels, large enough for a phone's full width. */
const PORTRAIT = 640
const QUALITY = 0.72
const CHALK = '#f6f2e8'

type Sitter = { username: string; sport: string; covers?: string[] }

/**
 * Draws the demo athletes' pictures: portraits from Open Peeps (CC0, by Pablo Stanley) on the ground of their
 * sport, and a cover for the ground of every athlete without one. The results are committed; this script makes them
 * again.
 */
async function drawAll(): Promise<void> {
  const sitters = JSON.parse(await readFile(join(root, 'server/demo/athletes.json'), 'utf8')) as Sitter[]
  const chalk = await readFile(join(root, 'client/ui/chalk/chalk.svg'), 'utf8')
  await mkdir(join(root, 'public/faces'), { recursive: true })
  const portraits = sitters.map(({ username, sport }) => ({
    file: `public/faces/${username}.webp`,
    svg: portrait(faceOf(username), { name: chalkOfSport(sport), chalk }),
  }))
  for (const { file, bytes } of await painted(portraits)) await writeFile(join(root, file), bytes)
  const bare = sitters.filter(({ covers }) => !covers)
  for (const name of new Set(bare.map(({ sport }) => chalkOfSport(sport))))
    await writeFile(join(root, `public/covers/ground-${name}.svg`), cover({ name, chalk }))
}

function faceOf(username: string): Face {
  const face = FACES[username]
  if (!face) throw new Error(`${username} has no face: add a line to e2e/art/faces.ts.`)
  return face
}

type Place = { name: ChalkName; chalk: string }

function portrait(face: Face, place: Place): string {
  const { floor, far, light } = GROUNDS[place.name]
  const figure = figureOf(face)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PORTRAIT}" height="${PORTRAIT}" viewBox="0 0 640 640">
    <rect width="640" height="640" fill="${far}"/><path d="M0 470L640 390V640H0Z" fill="${floor}"/>
    <g transform="translate(-250 -40) scale(1.05)" fill="none" stroke="${CHALK}" opacity=".42">${linesOf(place)}</g>
    <circle cx="452" cy="232" r="176" fill="${light}"/>
    <svg x="40" y="88" width="560" height="560" viewBox="${figure.viewBox}">${figure.inside}</svg></svg>`
}

/**
 * Draws the head and shoulders. The lines take the colour of the hair, because black lines would look too hard
 * beside it.
 */
function figureOf({ head, face, skin, shirt, ink = '1d1512', second, beard, glasses }: Face) {
  const svg = createAvatar(openPeeps, {
    seed: head,
    head: [head],
    face: [face],
    skinColor: [skin],
    clothingColor: [shirt],
    headContrastColor: [second ?? ink],
    facialHair: beard ? [beard] : [],
    facialHairProbability: beard ? 100 : 0,
    accessories: glasses ? [glasses] : [],
    accessoriesProbability: glasses ? 100 : 0,
    maskProbability: 0,
  } as object).toString()
  const [, viewBox = '0 0 704 704'] = /viewBox="([^"]+)"/.exec(svg) ?? []
  const inside = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')
  const coloured = inside.replaceAll(/(fill|stroke)="(#000|#000000|black)"/g, `$1="#${ink}"`)
  return { viewBox, inside: coloured.replace(/<metadata[\s\S]*?<\/metadata>/, '') }
}

/**
 * Draws a cover: a sport's ground as wide as a page, seen from the stands. Its left side stays calm for the
 * profile's text.
 */
function cover(place: Place): string {
  const { floor, far, light, mark } = GROUNDS[place.name]
  const moving = groupOf(place.chalk, `${place.name}-mark`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900" viewBox="0 0 1600 900"><rect width="1600" height="900" fill="${far}"/><path d="M0 330L1600 120V900H0Z" fill="${floor}"/><path d="M1120 0L760 900H1600V0Z" fill="${light}" opacity=".16"/><path d="M1330 0L1120 900H1600V0Z" fill="${light}" opacity=".14"/><g transform="scale(1.3334)" fill="none" stroke="${CHALK}" opacity=".85">${linesOf(place)}</g><g transform="scale(1.3334)" fill="none" stroke="${mark}" color="${mark}">${moving}</g></svg>\n`
}

const linesOf = ({ name, chalk }: Place) => groupOf(chalk, name)

/** Returns a group from the file of grounds, with its own rotation. */
function groupOf(chalk: string, id: string): string {
  const group = new RegExp(`<g id="${id}"([^>]*)>([\\s\\S]*?)\\n  </g>`).exec(chalk)
  if (!group) throw new Error(`${id} is not drawn in client/ui/chalk/chalk.svg.`)
  const [, attributes = '', inside = ''] = group
  return `<g${attributes}>${inside.replaceAll(/\n\s*/g, '')}</g>`
}

type Drawing = { file: string; svg: string }

/** Converts drawings to WebP in the browser, because no other tool here can. */
async function painted(drawings: Drawing[]): Promise<{ file: string; bytes: Buffer }[]> {
  const browser = await chromium.launch({ executablePath: findBrowser() })
  const page = await browser.newPage()
  const made: { file: string; bytes: Buffer }[] = []
  for (const { file, svg } of drawings) {
    const url = await page.evaluate(paint, { svg, size: PORTRAIT, quality: QUALITY })
    made.push({ file, bytes: Buffer.from(url.split(',')[1] ?? '', 'base64') })
  }
  await browser.close()
  return made
}

/** Runs in the browser: renders an SVG as WebP. */
async function paint({ svg, size, quality }: { svg: string; size: number; quality: number }) {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = size
  canvas.height = size
  canvas.getContext('2d')?.drawImage(image, 0, 0, size, size)
  return canvas.toDataURL('image/webp', quality)
}

await drawAll()

/** The colours of a sport's ground: the floor, the background, the light, and the part that moves. */
type Ground = { floor: string; far: string; light: string; mark: string }

const GROUNDS: Record<ChalkName, Ground> = {
  lanes: { floor: '#b8432f', far: '#8f3226', light: '#f0b05a', mark: '#fff0c2' },
  key: { floor: '#d9773a', far: '#2f8f80', light: '#f2c14e', mark: '#fff6dd' },
  circle: { floor: '#2f7d4f', far: '#256340', light: '#8cc76b', mark: '#ffe28a' },
  pool: { floor: '#1fa3b8', far: '#177f93', light: '#8adbe6', mark: '#ff8a5c' },
  ring: { floor: '#27496d', far: '#1b3350', light: '#c23b3b', mark: '#ffcf77' },
  wall: { floor: '#6d5a8c', far: '#54446f', light: '#e79a5a', mark: '#ffe28a' },
  court: { floor: '#3563a8', far: '#2f7d4f', light: '#a8d5a2', mark: '#f4e04d' },
  net: { floor: '#c9803f', far: '#a5612b', light: '#f3c683', mark: '#fff6dd' },
  gridiron: { floor: '#2f6b3f', far: '#24532f', light: '#a9c46c', mark: '#ffcf77' },
  diamond: { floor: '#3f7d49', far: '#b07a45', light: '#e8c07d', mark: '#fff6dd' },
  velodrome: { floor: '#c39a62', far: '#8f6c3f', light: '#f0d9a8', mark: '#d4432b' },
  mat: { floor: '#3f6fb0', far: '#c9a227', light: '#f2dc82', mark: '#ff8a5c' },
  barbell: { floor: '#4a4f58', far: '#353940', light: '#d8795a', mark: '#ffcf77' },
  target: { floor: '#3b7f8c', far: '#2a616b', light: '#f2c14e', mark: '#f6533a' },
  water: { floor: '#1d6f8f', far: '#154f6b', light: '#f3b765', mark: '#fff0c2' },
  green: { floor: '#4a8c4f', far: '#37703f', light: '#bfdc7f', mark: '#fff6dd' },
  track: { floor: '#5b7d8c', far: '#456270', light: '#f0b05a', mark: '#ffe28a' },
}
