import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'

/** Returns whether the current user may have a database on this device, without creating one. */
export function useHasDevice(): boolean {
  const { account } = useSession()
  const [found, setFound] = useState(false)
  useEffect(() => {
    let isLate = false
    void hasDevice(account).then((has) => {
      if (!isLate) setFound(has)
    })
    return () => {
      isLate = true
    }
  }, [account])
  return found
}

/**
 * Checks whether an account may have a database on this device, without creating one. Firefox before version 126 has
 * no list of databases.
 */
export async function hasDevice(account: string): Promise<boolean> {
  if (account !== 'guest') return true
  const databases = await indexedDB.databases?.()
  return !databases || databases.some(({ name }) => name === 'device-guest')
}
