let openable: Promise<void> = Promise.resolve()

/** Makes every database of this page wait with its opening until `proof` has ended. */
export function openAfter(proof: Promise<void>): void {
  // Where nothing could be proven, the databases find out by themselves.
  openable = proof.catch(() => {})
}

/** Resolves once databases may be opened: in the browser's storage or, where that cannot be, in this page's memory. */
export function whenOpenable(): Promise<void> {
  return openable
}
