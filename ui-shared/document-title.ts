import { useEffect } from 'react'

/** Sets the tab's title: the screen, a dash, the site. */
export const useDocumentTitle = (title: string, site = 'Atrium'): void => {
  useEffect(() => {
    document.title = title ? `${title} – ${site}` : site
  }, [title, site])
}
