/** Sending a link to friends, in the best way that this browser has. */

/** 'shared' and 'copied' say how it went; 'shown' asks the page to show the link, to be copied by hand. */
export async function shareLink(url: string, text: string): Promise<'shared' | 'copied' | 'shown' | 'given-up'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ url, text, title: text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'given-up'
    }
  }
  return copyLink(url)
}

/** The clipboard is only for secure pages: over plain http the link is shown instead. */
export async function copyLink(url: string): Promise<'copied' | 'shown'> {
  try {
    await navigator.clipboard.writeText(url)
    return 'copied'
  } catch {
    return 'shown'
  }
}
