import { isDataSpared, network } from '../../api/network.ts'
import { type Device, watchDevice } from '../../db/device.ts'

/** What the owner of this device wants of its network. */
export type SendingChoice = {
  /** Recorded answers wait for Wi-Fi; their announcements, a few hundred bytes each, do not. */
  wifiOnly: boolean
  /** No video is fetched ahead, and what is recorded is smaller. */
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

/** What network this is; `unknown` where the browser does not say, as most do. */
export function networkKind(): 'wifi' | 'mobile' | 'unknown' {
  const type = network()?.type
  if (type === 'wifi' || type === 'ethernet') return 'wifi'
  return type === 'cellular' || type === 'wimax' || type === 'bluetooth' ? 'mobile' : 'unknown'
}

/** Whether answers wait although there is a network. Where it is not told from mobile data, the switch holds them back. */
export function isHeldBack({ wifiOnly }: SendingChoice): boolean {
  return wifiOnly && networkKind() !== 'wifi'
}

/** Whether videos may be fetched ahead of being wanted: never on what is known to be mobile data. */
export function mayFetchAhead(choice: SendingChoice): boolean {
  return !choice.saveData && !network()?.saveData && !isHeldBack(choice) && networkKind() !== 'mobile'
}

/** Whether a smaller video is worth the wait for it: data is to be saved, or the network is known to be slow. */
export function isNetworkSlow({ saveData }: SendingChoice): boolean {
  return saveData || isDataSpared()
}

/** Calls `listener` when the device moves to another network; the answer stops it. */
export function watchNetwork(listener: () => void): () => void {
  const watched = network()
  watched?.addEventListener?.('change', listener)
  return () => watched?.removeEventListener?.('change', listener)
}

export type HoldWatch = {
  /** By the latest choice and the network of this moment, which may have changed without a word. */
  isHeld(): boolean
  stop(): void
}

/** Calls `onHeld` as soon as answers are to wait, because it was so chosen or the network is another one. */
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
