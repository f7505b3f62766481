import { useEffect } from 'react'

/** Shows the configured favicon in the tab; without one the mark stays. */
export const useFavicon = (address: string | null | undefined): void => {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (!address || !link) return
    link.removeAttribute('type')
    link.href = address
  }, [address])
}
