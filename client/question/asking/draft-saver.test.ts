import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { keepDraft, listDrafts, tellDraft, tellDrafts } from '../../store/drafts.ts'
import { startDraftSaver } from './draft-saver.ts'

/** Creates a saver whose writes end only when the test calls `settle`. */
function slowSink() {
  const kept: string[] = []
  const told: string[] = []
  const left: string[] = []
  let release: (() => void) | null = null
  const saver = startDraftSaver<string>({
    keep: (value) =>
      new Promise((resolve) => {
        release = () => {
          kept.push(value)
          resolve()
        }
      }),
    tell: async (value) => void told.push(value),
    leave: (value) => left.push(value) > 0,
  })
  const settle = async () => {
    release?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { saver, kept, told, left, settle }
}

describe('what is typed is kept', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('BR-2 the first letter is on its way before anything else happens, and the latest follows it', async () => {
    const { saver, kept, settle } = slowSink()
    for (const text of ['W', 'Wh', 'Why', 'Why?']) saver.change(text)
    await settle()
    await settle()
    expect(kept).toEqual(['W', 'Why?'])
  })

  test('telling waits for a pause, but not for one that does not come', async () => {
    const { saver, told, settle } = slowSink()
    saver.change('a')
    await settle()
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1_500)
    expect(told).toEqual(['a'])
    for (let typed = 0; typed < 70; typed += 1) {
      saver.change(`b${typed}`)
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(told.length).toBe(2)
  })

  test('leaving the page keeps and tells at once; what is asked is neither kept nor told again', async () => {
    const { saver, kept, told, settle } = slowSink()
    saver.change('words')
    const flushed = saver.flush()
    await settle()
    await flushed
    expect([kept, told]).toEqual([['words'], ['words']])
    saver.change('more')
    saver.stop()
    saver.change('late')
    await settle()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).toEqual(['words'])
  })

  test('BR-2 what no write has ended for lies here before the page is gone, and only that', async () => {
    const { saver, left } = slowSink()
    saver.change('a')
    saver.change('ab')
    void saver.flush()
    expect(left).toEqual(['ab'])
    const quick = slowSink()
    quick.saver.change('a')
    await quick.settle()
    void quick.saver.flush()
    expect([quick.kept, quick.left]).toEqual([['a'], []])
  })

  test('BR-2 leaving the page waits for no write that is under way', async () => {
    const begun: string[] = []
    const saver = startDraftSaver<string>({
      keep: (value) => {
        begun.push(value)
        return new Promise(() => {})
      },
      tell: async () => {},
      leave: () => true,
    })
    saver.change('th')
    saver.change('the last letter')
    void saver.flush()
    expect(begun).toEqual(['th', 'the last letter'])
  })

  test('what a full device did not take lies beside it, is said, and is tried again until there is room', async () => {
    const [kept, said, left]: [string[], string[], string[]] = [[], [], []]
    let isFull = true
    let mayLeave = true
    const saver = startDraftSaver<string>({
      keep: async (value) => {
        if (isFull) throw new DOMException('no room', 'QuotaExceededError')
        kept.push(value)
      },
      tell: async () => {},
      leave: (value) => mayLeave && left.push(value) > 0,
      onKept: (where) => void said.push(where),
    })
    saver.change('words')
    await vi.advanceTimersByTimeAsync(0)
    expect([said, left]).toEqual([['aside-full'], ['words']])
    mayLeave = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect(said).toEqual(['aside-full', 'nowhere-full'])
    expect(saver.isIdle()).toBe(false)
    isFull = false
    await vi.advanceTimersByTimeAsync(5_000)
    expect([kept, said.at(-1)]).toEqual([['words'], 'here'])
    expect(saver.isIdle()).toBe(true)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(kept).toEqual(['words'])
  })

  test('a device is called full only where that is why it refused', async () => {
    const said: string[] = []
    const saver = startDraftSaver<string>({
      keep: () => Promise.reject(new DOMException('broken', 'UnknownError')),
      tell: async () => {},
      leave: () => said.length > 0,
      onKept: (where) => void said.push(where),
    })
    for (const word of ['one', 'two']) {
      saver.change(word)
      await vi.advanceTimersByTimeAsync(0)
    }
    expect(said).toEqual(['nowhere', 'aside'])
    saver.stop()
  })

  test('whoever comes back from making room has it kept at once', async () => {
    const kept: string[] = []
    let isFull = true
    const saver = startDraftSaver<string>({
      keep: async (value) => {
        if (isFull) throw new Error('full')
        kept.push(value)
      },
      tell: async () => {},
      leave: () => false,
    })
    saver.change('words')
    await vi.advanceTimersByTimeAsync(0)
    isFull = false
    await saver.flush()
    expect(kept).toEqual(['words'])
  })

  test('a write that fails does not stand in the way of the next', async () => {
    const kept: string[] = []
    const saver = startDraftSaver<string>({
      keep: async (value) => {
        if (value === 'first') throw new Error('full')
        kept.push(value)
      },
      tell: async () => {},
      leave: () => true,
    })
    saver.change('first')
    await vi.advanceTimersByTimeAsync(0)
    saver.change('second')
    await vi.advanceTimersByTimeAsync(0)
    expect(kept).toEqual(['second'])
  })
})

test('BR-2 every letter is on the device without a pause, and what a killed page could not tell is told later', async () => {
  const device = openDevice(newId())
  const [id, athleteId] = [newId(), newId()]
  const text = 'How do I stop my knees from caving in?'
  const saver = startDraftSaver<string>({
    keep: (body) => keepDraft(device, { id, athleteId, body }),
    tell: () => tellDraft(device, id),
    leave: () => true,
  })
  for (const end of text.split('').keys()) saver.change(text.slice(0, end + 1))
  await vi.waitFor(async () => expect(await listDrafts(device)).toMatchObject([{ body: text }]), 30_000)
  expect(await device.outbox.count()).toBe(0)
  saver.stop()
  await tellDrafts(device)
  await tellDrafts(device)
  expect(await device.outbox.toArray()).toMatchObject([{ name: 'draft.save', args: { body: text } }])
})
