import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createDeskQueries } from '../desk/desk-queries.ts'
import { show } from './open-screen.tsx'

/** Shows one component of the desk alone, at a desk that has read nothing yet. */
export function showAtDesk(component: ReactNode): void {
  show(<QueryClientProvider client={createDeskQueries()}>{component}</QueryClientProvider>)
}
