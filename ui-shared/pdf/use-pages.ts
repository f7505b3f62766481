import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { OpenPdf, PageSize } from './pdf-file.ts'
import { fitting, type Place, placeAt, type Zoom } from './zoom.ts'

const pagesIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll<HTMLElement>('.pdf-page')]

// What stands a third down is what somebody reads.
const readAt = 1 / 3

const placeIn = (box: HTMLElement, share: number): Place => {
  const pages = pagesIn(box)
  const height = box.scrollTop + box.clientHeight * share
  return placeAt(
    height,
    pages.map(({ offsetTop }) => offsetTop),
    pages.map(({ offsetHeight }) => offsetHeight),
  )
}

/** The width that a scrolled box leaves, also after that changed. */
const useRoom = (box: HTMLElement | null): number => {
  const [room, setRoom] = useState(0)
  useLayoutEffect(() => {
    if (!box) return
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(box)
      setRoom(box.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight))
    }
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(box)
    return () => watch.disconnect()
  }, [box])
  return room
}

const numberOf = (target: Element): number => Number(target instanceof HTMLElement ? target.dataset.number : 0)

/** The pages of a box that are seen, and those a screen above and below. */
const useNear = (box: HTMLElement | null, isLaid: boolean): ReadonlySet<number> => {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set())
  useEffect(() => {
    if (!box || !isLaid) return
    const take = (entries: readonly IntersectionObserverEntry[]) =>
      setNear((before) => {
        const now = new Set(before)
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) now.add(numberOf(target))
          else now.delete(numberOf(target))
        }
        return now
      })
    const watch = new IntersectionObserver(take, { root: box, rootMargin: '100% 0px' })
    for (const page of pagesIn(box)) watch.observe(page)
    return () => watch.disconnect()
  }, [box, isLaid])
  return near
}

/** The sizes of pages as far as they are known: that of the first stands for all others. */
const useSizes = (pdf: OpenPdf) => {
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map())
  const sizeOf = (number: number): PageSize => known.get(number) ?? pdf.size
  const setSize = useCallback(
    (number: number, size: PageSize) =>
      setKnown((before) => {
        const old = before.get(number) ?? pdf.size
        return old.width === size.width && old.height === size.height ? before : new Map(before).set(number, size)
      }),
    [pdf],
  )
  return { sizeOf, setSize }
}

/** The pages of a PDF in a scrolled box: how large they are, which are drawn, and which one is read. */
export const usePages = (pdf: OpenPdf, zoom: Zoom) => {
  const [box, setBox] = useState<HTMLElement | null>(null)
  const [current, setCurrent] = useState(1)
  const { sizeOf, setSize } = useSizes(pdf)
  const room = useRoom(box)
  const scaleOf = (number: number) => (zoom === 'fit' ? fitting(sizeOf(number).width, room) : zoom)
  const near = useNear(box, room > 0)
  const top = useRef<Place>({ number: 1, share: 0 })
  // Where a page that was asked for cannot come to the top, it is still the one that is read.
  const held = useRef<number | null>(null)
  const onScroll = () => {
    if (!box) return
    top.current = placeIn(box, 0)
    if (held.current !== null && Math.abs(box.scrollTop - held.current) < 2) return
    held.current = null
    setCurrent(placeIn(box, readAt).number)
  }
  const goTo = useCallback(
    (number: number) => {
      const page = box && pagesIn(box)[number - 1]
      if (!box || !page) return
      box.scrollTop = page.offsetTop
      held.current = box.scrollTop
      setCurrent(number)
    },
    [box],
  )
  // What was at the top stays there in another size.
  useLayoutEffect(() => {
    const page = box && pagesIn(box)[top.current.number - 1]
    if (box && page) box.scrollTop = page.offsetTop + top.current.share * page.offsetHeight
  }, [box, zoom, room])
  return { setBox, current, goTo, onScroll, scaleOf, near, sizeOf, setSize, isLaid: room > 0 }
}
