import type { Device } from '../../db/device.ts'
import { discardTake } from '../../store/takes.ts'
import { showToast } from '../../ui/toasts.ts'
import { awaitsVideo } from '../unsent/sent-draft.ts'

type Let = { device: Device; questionId: string; takeId: string }

/**
 * Discards the video of a draft whose fan wants another one, or to write instead. Returns false, and tells the fan,
 * when another tab has submitted the question, because the server waits for the video then.
 */
export async function letGoOfVideo({ device, questionId, takeId }: Let): Promise<boolean> {
  try {
    if (await awaitsVideo(device, questionId, takeId)) {
      showToast({ text: 'You have submitted this question, so its video stays as it is.' })
      return false
    }
    await discardTake(device, takeId)
  } catch (error) {
    // A storage that fails must not hold the fan to a video.
    reportError(error)
  }
  return true
}
