import { Icon } from '../../ui-shared/drawings/icons.tsx'
import { Mark } from '../../ui-shared/drawings/mark.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { AnyLink } from '../any-link.tsx'

type Block = { title: string; link: string }

// The second and the sixth are twice as wide (landing.css); one without title or link is left out.
const numbers = [1, 2, 3, 4, 5, 6, 7]

/** The seven blocks of the homepage, each in its colour (docs/specification/portal.md#landing). */
export const Blocks = ({ blocks }: { blocks: Readonly<Record<string, Block>> }) => {
  const shown = numbers.flatMap((number) => {
    const block = blocks[`menu${number}`]
    return block?.title && block.link ? [{ ...block, number }] : []
  })
  if (shown.length === 0) return null
  return (
    <nav className="blocks" aria-label={t('Services')}>
      {shown.map(({ number, title, link }) => (
        <AnyLink key={number} to={link} data-block={number} style={{ background: `var(--h${number})` }}>
          <Mark />
          <span dir="auto">{title}</span>
          <Icon name="right" />
        </AnyLink>
      ))}
    </nav>
  )
}
