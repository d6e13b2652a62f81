import { expect, test } from 'vitest'
import { isZone, spokenTime } from './spoken-time.ts'

const at = new Date(Date.UTC(2026, 10, 27, 22, 5))
const plain = (text: string) => text.replaceAll(/\s/g, ' ')

test('a mail names a time in the zone of who reads it, and UTC where that is not known', () => {
  expect(plain(spokenTime(at, 'America/New_York'))).toBe('November 27, 2026 at 5:05 PM EST')
  expect(plain(spokenTime(at, 'Europe/Oslo'))).toBe('November 27, 2026 at 11:05 PM GMT+1')
  expect(plain(spokenTime(at, 'Asia/Tokyo'))).toBe('November 28, 2026 at 7:05 AM GMT+9')
  expect(plain(spokenTime(at, null))).toBe('November 27, 2026 at 10:05 PM UTC')
  expect(spokenTime(null, 'Asia/Tokyo')).toBe('')
  // in summer the same zone has another offset
  expect(plain(spokenTime(new Date(Date.UTC(2026, 6, 1, 12)), 'America/New_York'))).toBe(
    'July 1, 2026 at 8:00 AM EDT',
  )
})

test('what is no zone is UTC, and is not kept', () => {
  for (const name of ['', 'Mars/Base', '../etc', 'x'.repeat(200), 'Europe/Oslo; drop'])
    expect(isZone(name), name).toBe(false)
  expect(plain(spokenTime(at, 'Mars/Base'))).toBe('November 27, 2026 at 10:05 PM UTC')
  for (const name of ['UTC', 'Etc/GMT+5', 'America/Argentina/Buenos_Aires'])
    expect(isZone(name), name).toBe(true)
})
