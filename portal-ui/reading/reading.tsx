import '../styles/reading.css'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { useHeard } from '../../ui-shared/live/use-heard.ts'
import { AlertHost } from '../../ui-shared/overlay/alert.tsx'
import { toReadQuery } from './asked.ts'
import { Confirm } from './confirm.tsx'
import { ToRead } from './to-read.tsx'

// No screen is made larger for what most houses never switch on: it stands beside the main part of the page, whatever that is.
const useBeside = (place: 'before' | 'after'): HTMLElement => {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    host.className = 'wrap'
    document.getElementById('main')?.[place](host)
    return () => host.remove()
  }, [host, place])
  return host
}

/** What one is asked to read, above the first page and the news; below a post, whether one has read it. */
export const Reading = () => {
  const [, section = '', slug] = useLocation().pathname.split('/')
  useHeard('receipt', toReadQuery.queryKey)
  const [above, below] = [useBeside('before'), useBeside('after')]
  return (
    <>
      {(section === '' || (section === 'post' && !slug)) && createPortal(<ToRead />, above)}
      {/* Other pages have their own. */}
      {(section === '' || section === 'post') && <AlertHost />}
      {section === 'post' && slug && createPortal(<Confirm key={slug} slug={decodeURIComponent(slug)} />, below)}
    </>
  )
}
