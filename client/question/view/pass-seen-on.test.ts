import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { newId } from '../../api/new-id.ts'
import { openDevice } from '../../db/device.ts'
import { passSeenOn } from './use-question-view.ts'

test('a question whose link is another one after its address was corrected is shown at once, as it was seen last', async () => {
  const device = openDevice(newId())
  const seen = { view: { question: { subject: 'Open water' } }, seenAt: 5 }
  await device.settings.put({ key: 'view former', value: seen })
  await passSeenOn(device, 'former', 'fresh')
  expect(await device.settings.get('view former')).toBeUndefined()
  expect((await device.settings.get('view fresh'))?.value).toEqual(seen)
  await passSeenOn(device, 'never', 'another')
  expect(await device.settings.get('view another')).toBeUndefined()
})
