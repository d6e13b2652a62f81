import { useEffect, useState } from 'react'

/**
 * Debounces what the user types: returns it after `afterMs` without a change, so that not every letter is a
 * request.
 */
export function useSettled(typed: string, afterMs: number): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), afterMs)
    return () => clearTimeout(timer)
  }, [typed, afterMs])
  return settled
}
