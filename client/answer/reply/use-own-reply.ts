import type { Device } from '../../db/device.ts'
import { useStored } from '../../store/use-device.ts'
import type { OwnReply } from './reply-stage.ts'

/** Returns what this device has of a reply; null while that is being read. */
export function useOwnReply(questionId: string): OwnReply | null {
  return useStored((device) => readReply(device, questionId), questionId)
}

async function readReply({ takes, outbox }: Device, questionId: string): Promise<OwnReply> {
  return {
    takes: await takes.where({ questionId }).sortBy('recordedAt'),
    entries: await outbox.where({ subject: questionId }).sortBy('counter'),
  }
}
