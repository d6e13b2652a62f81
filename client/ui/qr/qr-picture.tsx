import { qrCode } from './qr-code.ts'

/** How many light modules surround a code, because a reader needs them. */
const QUIET = 4

/** Renders a QR code, always dark on light. */
export function QrPicture({ text, label, className }: { text: string; label: string; className?: string }) {
  const code = qrCode(text)
  const size = code.length + 2 * QUIET
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fffdf7" />
      <path d={qrPath(code)} fill="#10201a" transform={`translate(${QUIET} ${QUIET})`} />
    </svg>
  )
}

/** Returns the dark modules as one path, with a square for each. */
export function qrPath(code: readonly boolean[][]): string {
  return code.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
}
