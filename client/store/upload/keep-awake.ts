/**
 * Keeps the screen on until the answer is called: a phone that sleeps ends a recording, and holds an upload up. The lock
 * goes when the page is left, and is asked for again when it is looked at. A browser that knows no lock, or refuses it,
 * records and sends all the same.
 */
export function keepAwake(): () => void {
  if (!navigator.wakeLock) return () => {}
  let lock: WakeLockSentinel | null = null
  let isOver = false
  const ask = async () => {
    if (document.visibilityState !== 'visible') return
    const given = await navigator.wakeLock.request('screen').catch(() => null)
    if (isOver) void given?.release()
    else lock = given
  }
  const onVisible = () => void ask()
  void ask()
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    isOver = true
    document.removeEventListener('visibilitychange', onVisible)
    void lock?.release()
  }
}
