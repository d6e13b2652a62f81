import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { IconName } from './icon-name.ts'

const NAMES = [
  'play',
  'pause',
  'record',
  'stop',
  'camera',
  'camera-flip',
  'microphone',
  'upload',
  'download',
  'picture-in-picture',
  'check',
  'check-double',
  'clock',
  'lock',
  'card',
  'money',
  'bell',
  'offline',
  'wifi',
  'arrow-left',
  'arrow-right',
  'chevron-down',
  'chevron-right',
  'close',
  'plus',
  'minus',
  'search',
  'filter',
  'star',
  'share',
  'copy',
  'link',
  'external',
  'trash',
  'retry',
  'edit',
  'scissors',
  'user',
  'users',
  'chat',
  'question',
  'mail',
  'guide',
  'help',
  'info',
  'warning',
  'flag',
  'tag',
  'eye',
  'eye-off',
  'text',
  'more',
  'settings',
  'logout',
  'device',
  'instagram',
  'tiktok',
  'x',
] as const satisfies readonly IconName[]

/** If the list lacks a name of the type, this line does not compile. */
const NONE_MISSING: Exclude<IconName, (typeof NAMES)[number]> extends never ? true : false = true

test('every icon that may be named is drawn, and nothing else is', async () => {
  const file = await readFile(new URL('./icons.svg', import.meta.url), 'utf8')
  const drawn = [...file.matchAll(/<g id="([^"]+)"/g)].map(([, id]) => id)
  expect([NONE_MISSING, drawn.sort()]).toEqual([true, [...NAMES].sort()])
})
