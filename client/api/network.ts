type Network = EventTarget & { type?: string; saveData?: boolean; effectiveType?: string }

/** What the browser tells of its network; few do. */
export function network(): Network | undefined {
  return (navigator as { connection?: Network }).connection
}

/** Whether the browser is told to spare its data, or its network is known to be slow. */
export function isDataSpared(): boolean {
  const known = network()
  return known?.saveData === true || /^(slow-2g|2g|3g)$/.test(known?.effectiveType ?? '')
}
