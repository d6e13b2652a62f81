import { flagOf } from './thread.ts'

const PROBE = { country: 'NO', size: 24 }

let drawsFlags: boolean | null = null

/** A country's flag; its two letters as a plate where this device has no flags to draw. */
export function Flag({ countryCode }: { countryCode: string }) {
  const flag = flagOf(countryCode)
  if (flag === '') return null
  drawsFlags ??= hasFlags()
  if (drawsFlags) return <span aria-hidden>{flag}</span>
  return (
    <span
      aria-hidden
      className="label rounded-[3px] border border-control px-1 py-px text-[0.6875rem] leading-none"
    >
      {countryCode}
    </span>
  )
}

/** A flag that is drawn has colours; letters and empty boxes have none. */
function hasFlags(): boolean {
  if (typeof document === 'undefined') return false
  const { country, size } = PROBE
  const canvas = document.createElement('canvas')
  canvas.width = size * 2
  canvas.height = size
  const brush = canvas.getContext('2d', { willReadFrequently: true })
  if (!brush) return false
  brush.font = `${size - 4}px sans-serif`
  brush.textBaseline = 'top'
  brush.fillText(flagOf(country), 0, 2)
  const { data } = brush.getImageData(0, 0, canvas.width, canvas.height)
  for (let at = 0; at < data.length; at += 4) {
    if (data[at] !== data[at + 1] || data[at] !== data[at + 2]) return true
  }
  return false
}
