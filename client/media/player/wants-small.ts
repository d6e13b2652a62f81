import { isDataSpared } from '../../api/network.ts'

/**
 * Whether a video is asked for in its small version at first: the browser spares data, its network is slow, or the owner of
 * this device chose to save data.
 */
export async function wantsSmall(account: string): Promise<boolean> {
  if (isDataSpared()) return true
  if (account === 'guest') return false
  try {
    const [{ openDevice }, { readSendingChoice }] = await Promise.all([
      import('../../db/device.ts'),
      import('../../store/sending/sending-choice.ts'),
    ])
    return (await readSendingChoice(openDevice(account))).saveData
  } catch {
    return false
  }
}
