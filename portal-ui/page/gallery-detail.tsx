import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Back, Neighbours } from '../detail-page.tsx'
import type { GalleryImage } from './page-queries.ts'
import type { PageView } from './page-view.ts'

const Lightbox = lazy(async () => ({ default: (await import('../../ui-shared/lightbox.tsx')).Lightbox }))

// As docs/specification/portal.md#posts-galleries-and-pages says.
const perGroup = 10

const steps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  ArrowRight: (index, count) => (index + 1) % count,
  Home: () => 0,
  End: (_index, count) => count - 1,
}

// A picture without words of its own is told by its place.
const altOf = ({ altText, caption }: GalleryImage, place: number) =>
  altText || caption || t('Picture {place}', { place: place + 1 })

type Choice = { images: readonly GalleryImage[]; index: number; onChoose: (index: number) => void }

/** The thumbnails of the group that the picture is in, and a bullet for each group. */
const Thumbnails = ({ images, index, onChoose }: Choice) => {
  const groups = Math.ceil(images.length / perGroup)
  const group = Math.floor(index / perGroup)
  const from = group * perGroup
  return (
    <>
      <ul className="strip">
        {images.slice(from, from + perGroup).map((image, offset) => {
          const place = from + offset
          return (
            <li key={image.id}>
              <button
                type="button"
                aria-label={altOf(image, place)}
                aria-current={place === index}
                onClick={() => onChoose(place)}
              >
                <img src={image.thumbnail_url ?? ''} alt="" decoding="async" />
              </button>
            </li>
          )
        })}
      </ul>
      {groups > 1 && (
        <div className="bullets">
          {Array.from({ length: groups }, (_, place) => (
            <button
              key={place}
              type="button"
              aria-label={t('Pictures {from} to {to}', {
                from: place * perGroup + 1,
                to: Math.min(images.length, (place + 1) * perGroup),
              })}
              aria-current={place === group}
              onClick={() => onChoose(place * perGroup)}
            />
          ))}
        </div>
      )}
    </>
  )
}

const Viewer = ({ name, images }: { name: string; images: readonly GalleryImage[] }) => {
  const [index, setIndex] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const image = images[index]
  const byKey = (event: KeyboardEvent) => {
    const next = steps[event.key]?.(index, images.length)
    if (next === undefined) return
    event.preventDefault()
    setIndex(next)
  }
  if (!image) return null
  const step = (key: 'ArrowLeft' | 'ArrowRight', label: string) => (
    <button
      type="button"
      className="btn"
      aria-label={label}
      onClick={() => setIndex(steps[key]?.(index, images.length) ?? 0)}
    >
      <Icon name={key === 'ArrowLeft' ? 'left' : 'right'} />
    </button>
  )
  return (
    <section className="viewer" aria-label={t('Pictures')} onKeyDown={byKey}>
      <figure>
        <button type="button" className="large" aria-label={t('Show in full')} onClick={() => setOpen(true)}>
          <img src={image.thumbnail_url ?? ''} alt={altOf(image, index)} fetchPriority="high" />
        </button>
        <figcaption>
          <span dir="auto" role="status">
            {image.caption}
          </span>
          <span className="dim">{t('{place} of {count}', { place: index + 1, count: images.length })}</span>
          {images.length > 1 && step('ArrowLeft', t('Previous picture'))}
          {images.length > 1 && step('ArrowRight', t('Next picture'))}
        </figcaption>
      </figure>
      {images.length > 1 && <Thumbnails images={images} index={index} onChoose={setIndex} />}
      {isOpen && (
        <Suspense>
          <Lightbox
            title={name}
            first={index}
            pictures={images.map((one, place) => ({
              link: one.thumbnail_url ?? '',
              alt: altOf(one, place),
              caption: one.caption,
            }))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </section>
  )
}

/** A gallery: one picture large with its caption, the others as thumbnails, and the galleries before and after. */
export const GalleryDetail: PageView = ({ page }) => {
  const images = page.images.filter(({ thumbnail_url: link }) => link !== null)
  return (
    <>
      <Back to="/gallery" />
      <h1 dir="auto">{page.name}</h1>
      {page.excerpt && (
        <p className="lede" dir="auto">
          {page.excerpt}
        </p>
      )}
      {images.length === 0 ? (
        <p className="blank">{t('No picture yet')}</p>
      ) : (
        <Viewer name={page.name} images={images} />
      )}
      <Neighbours record={page} at="/" label={t('More galleries')} words={[t('Previous Gallery'), t('Next Gallery')]} />
    </>
  )
}
