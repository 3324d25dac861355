/** A screen that stays on while a game is played, where the browser allows it (only over https). */

export const canStayAwake = (): boolean => 'wakeLock' in navigator

export function stayAwake(wanted: () => boolean): void {
  $effect(() => {
    if (!wanted() || !canStayAwake()) return
    let lock: WakeLockSentinel | null = null
    let over = false
    const take = async () => {
      if (over || document.visibilityState !== 'visible') return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (over) void lock.release()
      } catch {
        // a low battery, or not allowed
      }
    }
    document.addEventListener('visibilitychange', take)
    void take()
    return () => {
      over = true
      document.removeEventListener('visibilitychange', take)
      void lock?.release()
    }
  })
}
