/** The page as an app on this device. A browser offers it once, early: this must be listening by then. */

interface InstallOffer extends Event {
  prompt(): Promise<void>
  readonly userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

class Installing {
  offer: InstallOffer | null = $state.raw(null)
  installed = $state(matchMedia('(display-mode: standalone)').matches)

  constructor() {
    addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault() // not now: in the settings, when somebody asks for it
      this.offer = event as InstallOffer
    })
    addEventListener('appinstalled', () => {
      this.offer = null
      this.installed = true
    })
  }

  async install(): Promise<void> {
    const offer = this.offer
    this.offer = null // an offer can be taken once
    await offer?.prompt()
    if ((await offer?.userChoice)?.outcome === 'accepted') this.installed = true
  }
}

export const installing = new Installing()
