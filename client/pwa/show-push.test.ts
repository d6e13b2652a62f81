import { expect, test } from 'vitest'
import { showPush } from './show-push.ts'

type Option = { tag?: string; renotify?: boolean; data?: { id?: string } }

/**
 * Creates a notification tray in which a notification replaces another of the same tag, and records each
 * `renotify`.
 */
function openTray() {
  let shown: Option[] = []
  const rang: (boolean | undefined)[] = []
  const tray = {
    getNotifications: async ({ tag }: { tag?: string } = {}) => shown.filter((one) => one.tag === tag),
    showNotification: async (_title: string, option: Option = {}) => {
      shown = [...shown.filter(({ tag }) => tag === undefined || tag !== option.tag), option]
      rang.push(option.renotify)
    },
  }
  return { tray: tray as unknown as Parameters<typeof showPush>[0], rang, shown: () => shown }
}

const reminder = (id?: string) => ({ ...(id && { id }), title: 'Still waiting', tag: 'request-reminder-q' })

test('the second reminder of a question rings where the first still lies; the same push handed over twice does not', async () => {
  const { tray, rang, shown } = openTray()
  for (const id of ['24 h', '24 h', '6 h', '6 h']) await showPush(tray, reminder(id))
  expect(rang).toEqual([true, false, true, false])
  expect(shown()).toHaveLength(1)
})

test('those that come together are all on show, in a browser that forgets what it is showing when it is asked', async () => {
  let shown: Option[] = []
  let isBeing: Option | undefined
  const tray = {
    getNotifications: async ({ tag }: { tag?: string } = {}) => {
      isBeing = undefined
      return shown.filter((one) => one.tag === tag)
    },
    showNotification: async (_title: string, option: Option = {}) => {
      isBeing = option
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (isBeing) shown = [...shown, isBeing]
      isBeing = undefined
    },
  } as unknown as Parameters<typeof showPush>[0]
  const ids = ['one', 'two', 'three']
  await Promise.all(ids.map((id) => showPush(tray, { id, tag: id })))
  expect(shown.map(({ data }) => data?.id)).toEqual(ids)
})

test('what cannot be shown holds up nothing that comes after it', async () => {
  const { tray, shown } = openTray()
  const deaf = { ...tray, showNotification: () => Promise.reject(new Error('no longer allowed')) }
  await expect(showPush(deaf, reminder())).rejects.toThrow('no longer allowed')
  await showPush(tray, reminder())
  expect(shown()).toHaveLength(1)
})

test('one without a number rings, and one without a tag says nothing of ringing: a browser refuses that', async () => {
  const { tray, rang } = openTray()
  await showPush(tray, reminder())
  await showPush(tray, reminder())
  await showPush(tray, { id: 'one' })
  expect(rang).toEqual([true, true, undefined])
})
