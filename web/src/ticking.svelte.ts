/** The time, for clocks that run on the screen. */

class Ticking {
  now = $state(Date.now())
  private users = 0
  private timer: ReturnType<typeof setInterval> | undefined

  /** Runs while some component shows a clock. */
  use(): () => void {
    if (this.users++ === 0) this.timer = setInterval(() => (this.now = Date.now()), 200)
    this.now = Date.now()
    return () => {
      if (--this.users === 0) clearInterval(this.timer)
    }
  }
}

export const ticking = new Ticking()
