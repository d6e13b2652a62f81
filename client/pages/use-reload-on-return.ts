import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOnline } from '../pwa/connection.ts'

/** Loads a screen anew once the server can be asked again, if what it shows is old or missing. */
export function useReloadOnReturn(isOld: boolean) {
  const router = useRouter()
  const online = useOnline()
  useEffect(() => {
    if (online && isOld) void router.invalidate()
  }, [router, online, isOld])
}
