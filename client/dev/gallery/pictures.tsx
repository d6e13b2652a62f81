import type { ChalkName } from '../../../sync/athlete/chalk-of-sport.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChalkLines } from '../../ui/chalk/chalk-lines.tsx'
import { LostGround } from '../../ui/chalk/lost-ground.tsx'
import { Icon } from '../../ui/icon.tsx'
import { QrPicture } from '../../ui/qr/qr-picture.tsx'
import { ScreenHead } from '../../ui/screen-head.tsx'
import { ICONS } from './icons.ts'
import { Row } from './row.tsx'

const GROUNDS = Object.keys({
  lanes: 0,
  key: 0,
  circle: 0,
  pool: 0,
  ring: 0,
  wall: 0,
  court: 0,
  net: 0,
  gridiron: 0,
  diamond: 0,
  velodrome: 0,
  mat: 0,
  barbell: 0,
  target: 0,
  water: 0,
  green: 0,
  track: 0,
} satisfies Record<ChalkName, 0>) as ChalkName[]

/** Renders the pictures: the QR code, the avatars, the icons and the chalk lines. */
export function Pictures() {
  return (
    <>
      <Row name="QrPicture">
        <QrPicture text="https://example.com" label="A link as a QR code" className="w-32 rounded" />
      </Row>
      <Row name="Avatar, by size; with a picture, and with one that cannot be had">
        <Avatar name="Nora Quist" size="small" />
        <Avatar name="Jo Park" />
        <Avatar name="Lena Brandt" size="large" />
        <Avatar name="Maren Holt" size="huge" />
        <Avatar name="Infield" src="/icons/icon-192.png" size="large" />
        <Avatar name="Otis" src="/icons/there-is-none.png" size="large" />
      </Row>
      <Row name="Icon">
        {ICONS.map((name) => (
          <span key={name} className="grid w-20 justify-items-center gap-1 text-center text-xs">
            <Icon name={name} className="size-6" />
            {name}
          </span>
        ))}
      </Row>
      <Row name="ChalkLines">
        {GROUNDS.map((name) => (
          <figure key={name} className="w-36 text-xs">
            <ChalkLines name={name} className="h-20 w-full rounded border bg-sunken text-control" />
            <figcaption className="mt-1">{name}</figcaption>
          </figure>
        ))}
      </Row>
    </>
  )
}

/** Renders the heads of screens. */
export function Heads() {
  return (
    <>
      <Row name="ScreenHead, of a page, of the app" layout="lines">
        <ScreenHead
          eyebrow="Your dashboard"
          title="Ask what you always wanted to know"
          lead="One or two sentences say what this screen is for."
        />
        <ScreenHead size="app" title="Requests" />
      </Row>
      <Row name="LostGround" layout="lines">
        <LostGround name="track" title="There is nothing at this address">
          <p className="mt-4 text-muted">What happened, and the ways on.</p>
        </LostGround>
      </Row>
    </>
  )
}
