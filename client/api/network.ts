type Network = EventTarget & { type?: string; saveData?: boolean; effectiveType?: string }

/** Returns the browser's information about its network, which few browsers provide. */
export function network(): Network | undefined {
  return (navigator as { connection?: Network }).connection
}

/** Whether the browser's data saver is on, or its network is known to be slow. */
export function isDataSpared(): boolean {
  const known = network()
  return known?.saveData === true || /^(slow-2g|2g|3g)$/.test(known?.effectiveType ?? '')
}
