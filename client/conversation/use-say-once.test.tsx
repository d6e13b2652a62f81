import 'fake-indexeddb/auto'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { newId } from '../api/new-id.ts'
import { openDevice } from '../db/device.ts'
import { onTold } from '../ui/toasts.ts'
import { useSayOnce } from './reply-form.tsx'

const args = { questionId: newId(), text: 'The left one.' }

type ButtonProps = { onSaid: () => void; onMade: (press: () => Promise<void>) => void }

function Button({ onSaid, onMade }: ButtonProps) {
  onMade(useSayOnce({ name: 'clarification.reply', args }, onSaid)[1])
  return null
}

/** Returns the function that a press on the button calls. */
function buttonOf(onSaid: () => void): () => Promise<void> {
  const made: (() => Promise<void>)[] = []
  renderToString(<Button onSaid={onSaid} onMade={(press) => made.push(press)} />)
  return made[0]!
}

test('a reply whose button is pressed twice is put into the outbox once', async () => {
  const { outbox } = openDevice('guest')
  const said = vi.fn()
  const press = buttonOf(said)
  await Promise.all([press(), press()])
  expect(await outbox.toArray()).toMatchObject([{ name: 'clarification.reply', args }])
  expect(said).toHaveBeenCalledTimes(1)
})

test('one that is not safe here says so, and may be pressed again', async () => {
  const { outbox } = openDevice('guest')
  await outbox.clear()
  const [said, told] = [vi.fn(), vi.fn()]
  const stop = onTold(told)
  const press = buttonOf(said)
  const add = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  await press()
  expect(said).not.toHaveBeenCalled()
  expect(told.mock.calls).toMatchObject([[{ tone: 'danger' }]])
  add.mockRestore()
  await press()
  stop()
  expect(await outbox.count()).toBe(1)
  expect(said).toHaveBeenCalledTimes(1)
})
