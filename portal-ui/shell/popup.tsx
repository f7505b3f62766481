import { useEffect, useState } from 'react'
import { hueOf } from '../../ui-shared/drawings/atrium-drawing.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Dialog } from '../../ui-shared/overlay/dialog.tsx'
import { AnyLink } from '../any-link.tsx'
import type { Popup } from '../portal-data.ts'
import '../styles/popup.css'

// A dialog that grows with its picture would move what somebody is about to press.
const useDecoded = (source: string | null): boolean => {
  const [isDecoded, setDecoded] = useState(source === null)
  useEffect(() => {
    if (source === null) return
    let isWanted = true
    const decoded = () => isWanted && setDecoded(true)
    Object.assign(new Image(), { src: source }).decode().then(decoded, decoded)
    return () => {
      isWanted = false
    }
  }, [source])
  return isDecoded
}

/** An image, or title and link where there is none (T17); goes away after some seconds unless somebody is at it. */
export const PopupDialog = ({
  popup,
  seconds,
  onClose,
}: {
  popup: Popup
  /** 0: it stays until it is closed (C5). */
  seconds: number
  onClose: () => void
}) => {
  const [isUsed, setUsed] = useState(false)
  const isReady = useDecoded(popup.thumbnail_url)
  const use = () => setUsed(true)
  useEffect(() => {
    if (seconds <= 0 || isUsed || !isReady) return
    const timer = setTimeout(onClose, seconds * 1_000)
    return () => clearTimeout(timer)
  }, [seconds, isUsed, isReady, onClose])
  if (!isReady) return null
  return (
    <Dialog title={popup.name} size="wide" onClose={onClose}>
      <div className="popup" onPointerMove={use} onPointerDown={use} onKeyDown={use}>
        <AnyLink to={popup.link} onClick={onClose}>
          {popup.thumbnail_url ? (
            <img src={popup.thumbnail_url} alt={popup.name} />
          ) : (
            <span style={{ background: hueOf(popup.id) }}>{popup.name}</span>
          )}
        </AnyLink>
        <div className="acts">
          <button type="button" className="btn" autoFocus onClick={onClose}>
            {t('Close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
