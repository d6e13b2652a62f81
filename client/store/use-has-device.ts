import { useEffect, useState } from 'react'
import { useSession } from '../api/session.ts'

/** Returns whether the current user has a database on this device, without creating one. */
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

/** Checks whether an account has a database on this device, without creating one. */
export async function hasDevice(account: string): Promise<boolean> {
  if (account !== 'guest') return true
  const databases = await indexedDB.databases()
  return databases.some(({ name }) => name === 'device-guest')
}
