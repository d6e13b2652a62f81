/**
 * Keeps the screen on until the returned function is called, because a sleeping phone ends a recording and holds up
 * an upload. The browser releases the lock when the page is hidden, so this requests it again when the page is
 * visible. Without a lock, recording and sending still work.
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
