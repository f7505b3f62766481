import { Galleria } from 'primereact/galleria'
import { type KeyboardEvent, useState } from 'react'
import './styles/lightbox.css'
import { Icon } from './drawings/icons.tsx'
import { t } from './i18n.ts'
import { Dialog } from './overlay/dialog.tsx'
import { Prime } from './prime.tsx'

/** A picture with the words for those who do not see it, and those below it. */
export type Shown = { link: string; alt: string; caption: string }

// Its buttons have no names, and its parts none that the language knows.
const passThrough = () => ({
  previousItemButton: { 'aria-label': t('Previous picture') },
  nextItemButton: { 'aria-label': t('Next picture') },
  item: { role: undefined, 'aria-label': undefined, 'aria-roledescription': undefined },
})

/** Pictures in full, one at a time, from the `first`: by its buttons or the arrow keys. Nothing moves by itself. */
export const Lightbox = ({
  title,
  pictures,
  first = 0,
  onClose,
}: {
  title: string
  pictures: readonly Shown[]
  first?: number
  onClose: () => void
}) => {
  const [index, setIndex] = useState(first)
  const step = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by) setIndex((index + by + pictures.length) % pictures.length)
  }
  return (
    <Dialog title={title} size="full" onClose={onClose}>
      <div className="lightbox" onKeyDown={step}>
        <Prime>
          <Galleria
            value={[...pictures]}
            activeIndex={index}
            onItemChange={(event) => setIndex(event.index)}
            circular
            showThumbnails={false}
            showItemNavigators={pictures.length > 1}
            itemPrevIcon={<Icon name="left" />}
            itemNextIcon={<Icon name="right" />}
            item={({ link, alt }: Shown) => <img src={link} alt={alt} />}
            pt={passThrough()}
          />
        </Prime>
        <p role="status">
          {t('{place} of {count}', { place: index + 1, count: pictures.length })}
          {pictures[index]?.caption && `: ${pictures[index].caption}`}
        </p>
        <div className="acts">
          <button type="button" className="btn go" autoFocus onClick={onClose}>
            {t('Close')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}
