import { isDataSpared, network } from '../../api/network.ts'
import type { Device } from '../../db/device.ts'
import { watchDevice } from '../../db/watch-device.ts'

/** The user's choices about this device's network. */
export type SendingChoice = {
  /** Recorded answers wait for Wi-Fi. Their announcements, a few hundred bytes each, do not. */
  wifiOnly: boolean
  /** No video is fetched ahead, and recordings are smaller. */
  saveData: boolean
}

const KEY = 'sending'
const NOTHING: SendingChoice = { wifiOnly: false, saveData: false }

export async function readSendingChoice(device: Device): Promise<SendingChoice> {
  return { ...NOTHING, ...((await device.settings.get(KEY))?.value as Partial<SendingChoice> | undefined) }
}

export async function keepSendingChoice(device: Device, change: Partial<SendingChoice>): Promise<void> {
  await device.transaction('rw', device.settings, async () => {
    await device.settings.put({ key: KEY, value: { ...(await readSendingChoice(device)), ...change } })
  })
}

/** Returns the kind of network; `unknown` where the browser does not say, as in most browsers. */
export function networkKind(): 'wifi' | 'mobile' | 'unknown' {
  const type = network()?.type
  if (type === 'wifi' || type === 'ethernet') return 'wifi'
  return type === 'cellular' || type === 'wimax' || type === 'bluetooth' ? 'mobile' : 'unknown'
}

/** Returns whether answers must wait despite a network. An unknown network counts as mobile data. */
export function isHeldBack({ wifiOnly }: SendingChoice): boolean {
  return wifiOnly && networkKind() !== 'wifi'
}

/** Returns whether videos may be fetched ahead: never on a network known to be mobile data. */
export function mayFetchAhead(choice: SendingChoice): boolean {
  return !choice.saveData && !network()?.saveData && !isHeldBack(choice) && networkKind() !== 'mobile'
}

/**
 * Returns whether converting to a smaller video is worth the wait: the user wants to save data, or the network is
 * known to be slow.
 */
export function isNetworkSlow({ saveData }: SendingChoice): boolean {
  return saveData || isDataSpared()
}

/** Calls `listener` when the device moves to another network. Returns the function that stops it. */
export function watchNetwork(listener: () => void): () => void {
  const watched = network()
  watched?.addEventListener?.('change', listener)
  return () => watched?.removeEventListener?.('change', listener)
}

export type HoldWatch = {
  /** Decides by the latest choice and the current network, because the network may change without an event. */
  isHeld(): boolean
  stop(): void
}

/** Calls `onHeld` as soon as answers must wait, because the choice or the network changed. */
export function watchHeldBack(device: Device, onHeld: () => void): HoldWatch {
  let choice = NOTHING
  const isHeld = () => isHeldBack(choice)
  const look = () => {
    if (isHeld()) onHeld()
  }
  const stops = [
    watchDevice(
      () => readSendingChoice(device),
      (chosen) => {
        choice = chosen
        look()
      },
    ),
    watchNetwork(look),
  ]
  return {
    isHeld,
    stop() {
      for (const stop of stops) stop()
    },
  }
}
