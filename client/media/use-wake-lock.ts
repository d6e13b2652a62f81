import { useEffect } from 'react'
import { keepAwake } from '../store/upload/keep-awake.ts'

/** Keeps the screen on while it is wanted, as while something is recorded. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => (isWanted ? keepAwake() : undefined), [isWanted])
}
