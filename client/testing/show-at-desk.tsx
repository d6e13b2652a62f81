import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createDeskQueries } from '../desk/desk-queries.ts'
import { show } from './open-screen.tsx'

/** Renders one component of the desk alone, with an empty query cache. */
export function showAtDesk(component: ReactNode): void {
  show(<QueryClientProvider client={createDeskQueries()}>{component}</QueryClientProvider>)
}
