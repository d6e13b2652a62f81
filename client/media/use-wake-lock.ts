import { useEffect } from 'react'
import { keepAwake } from '../store/upload/keep-awake.ts'

/** Keeps the screen on while `isWanted`, for example during a recording. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => (isWanted ? keepAwake() : undefined), [isWanted])
}
