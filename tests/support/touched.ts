import type { Page } from 'playwright-core'
import { nextFrame } from './browser.ts'

const least = 44

/** The controls of a page that cannot be touched at 44 px of height, where `exceptions` (a selector) does not name them; and how many it looked at. */
export const touchedOn = async (page: Page, exceptions: string): Promise<{ small: string[]; count: number }> => {
  const before = page.viewportSize()
  const browser = await page.context().newCDPSession(page)
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await nextFrame(page)
  const found = await page.evaluate(
    ([wanted, named]) => {
      const hasWordsBeside = (link: Element) =>
        getComputedStyle(link).display === 'inline' &&
        [...(link.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
      // How high the area is that belongs to a control, where its middle is; null of one that is below something else.
      const heightOf = (control: Element): number | null => {
        control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
        const { left, top, width, height } = control.getBoundingClientRect()
        const belongs = (by: number) => {
          const hit = document.elementFromPoint(left + width / 2, top + height / 2 + by)
          return hit !== null && control.contains(hit)
        }
        const reach = (step: number) => {
          let by = 0
          while (Math.abs(by) < wanted && belongs(by + step)) by += step
          return Math.abs(by)
        }
        return belongs(0) ? reach(1) + reach(-1) + 1 : null
      }
      const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
        .filter((one) => !one.matches(named) && !hasWordsBeside(one))
        // What is around a box or a select, its words or its frame, opens it as well.
        .map((one) => {
          if (one.matches('[type="checkbox"], [type="radio"]')) return one.closest('label') ?? one
          return one.matches('select') ? (one.closest('.select, label') ?? one) : one
        })
      const heights = controls.map((one) => [one, heightOf(one)] as const).filter(([, height]) => height !== null)
      // The place is kept for whoever comes back.
      window.scrollTo(0, 0)
      const small = heights.filter(([, height]) => height !== null && height < wanted)
      return {
        small: small.map(([one, height]) => `${height} px: ${one.outerHTML.slice(0, 120)}`),
        count: heights.length,
      }
    },
    [least, exceptions] as const,
  )
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await browser.detach()
  if (before) await page.setViewportSize(before)
  return found
}
