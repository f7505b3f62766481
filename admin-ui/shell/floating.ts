import type { Float } from '../../ui-shared/menu.tsx'

const gap = 4

// Below its button, or above where there is no room.
const place = (list: HTMLElement) => {
  const button = list.parentElement?.getBoundingClientRect()
  if (!button) return
  const hasRoom = button.bottom + gap + list.offsetHeight <= window.innerHeight || button.top < window.innerHeight / 2
  list.style.top = `${hasRoom ? button.bottom + gap : button.top - gap - list.offsetHeight}px`
  list.style.left = `${Math.max(gap, button.right - list.offsetWidth)}px`
}

/** Holds a menu's list above everything, so that what scrolls does not cut it off. */
export const floating: Float = (list) => {
  const put = () => place(list)
  list.showPopover()
  put()
  window.addEventListener('resize', put)
  window.addEventListener('scroll', put, true)
  return () => {
    window.removeEventListener('resize', put)
    window.removeEventListener('scroll', put, true)
  }
}
