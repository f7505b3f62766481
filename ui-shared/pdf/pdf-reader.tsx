import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../i18n.ts'
import type { OpenPdf } from './pdf-file.ts'
import { PageSteps, ZoomSteps } from './pdf-bar.tsx'
import { PdfPage } from './pdf-page.tsx'
import { usePages } from './use-pages.ts'
import { largerThan, smallerThan, type Zoom } from './zoom.ts'

const isWide = (box: Element): boolean => box.scrollWidth > box.clientWidth

/** The pages of a PDF, of which those near are drawn, with the ways to turn and to enlarge them; `ends` stand behind these. */
export const PdfReader = ({ pdf, name, ends }: { pdf: OpenPdf; name: string; ends: ReactNode }) => {
  const [zoom, setZoom] = useState<Zoom>('fit')
  const { setBox, current, goTo, onScroll, scaleOf, near, sizeOf, setSize, isLaid } = usePages(pdf, zoom)
  const scale = scaleOf(current)
  const first = useRef<HTMLDivElement>(null)
  const count = pdf.document.numPages
  useEffect(() => first.current?.focus(), [])
  const acts: Readonly<Record<string, () => void>> = {
    ArrowLeft: () => goTo(Math.max(1, current - 1)),
    ArrowRight: () => goTo(Math.min(count, current + 1)),
    Home: () => goTo(1),
    End: () => goTo(count),
    '+': () => setZoom(largerThan(scale)),
    '-': () => setZoom(smallerThan(scale)),
    '0': () => setZoom('fit'),
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const act = acts[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    // What is wider than its box is moved by the arrows.
    if (event.key.startsWith('Arrow') && isWide(event.currentTarget)) return
    event.preventDefault()
    act()
  }
  return (
    <>
      <div className="pdf-bar">
        <PageSteps current={current} count={count} goTo={goTo} />
        <ZoomSteps zoom={zoom} scale={scale} onZoom={setZoom} />
        {ends}
      </div>
      <div
        className="pdf-pages"
        ref={(element) => {
          first.current = element
          setBox(element)
        }}
        role="region"
        aria-label={t('Pages of {name}', { name })}
        tabIndex={0}
        onScroll={onScroll}
        onKeyDown={press}
      >
        {isLaid &&
          Array.from({ length: count }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              pdf={pdf}
              number={number}
              size={sizeOf(number)}
              scale={scaleOf(number)}
              isNear={near.has(number)}
              goTo={goTo}
              onSize={setSize}
            />
          ))}
      </div>
    </>
  )
}
