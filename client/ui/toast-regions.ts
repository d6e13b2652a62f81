import { useSyncExternalStore } from 'react'
import { getToasts, type Toast, watchToasts } from './toasts.ts'

/** Beside the toasts, because every page can raise one before it has a place for them. */
let regions: readonly string[] = []
const listeners = new Set<() => void>()
const NONE: readonly Toast[] = []

function publish() {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  const stop = watchToasts(listener)
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/**
 * Registers a region. An open dialog makes everything outside it inert, so the newest region shows the toasts and
 * the base comes last.
 */
export function addToastRegion(region: string, isBase: boolean) {
  regions = isBase ? [region, ...regions] : [...regions, region]
  publish()
  return () => {
    regions = regions.filter((each) => each !== region)
    publish()
  }
}

/** Returns the toasts that this region shows: all of them in the topmost region, none in the others. */
export function useToasts(region: string): readonly Toast[] {
  return useSyncExternalStore(
    subscribe,
    () => (regions.at(-1) === region ? getToasts() : NONE),
    () => NONE,
  )
}
