import './homepage.css'
import { homepage, wideBlocks } from '../../domain/resources/homepage.ts'
import { t } from '../../ui-shared/i18n.ts'
import { asParts, asText } from '../edit/fields/field-values.ts'
import type { AboveProps } from '../edit/form-overrides.ts'

/** The blocks as the landing page shows them. Colours go by their places. */
export const BlocksPreview = ({ values }: AboveProps) => (
  <section aria-labelledby="blocks">
    <h2 className="caps" id="blocks">
      {t('On the landing page')}
    </h2>
    <ol className="blocks">
      {Object.entries(homepage.fields).map(([name, { label }], index) => {
        const { title, link } = asParts(values[name])
        return (
          <li
            key={name}
            className={wideBlocks.includes(name) ? 'wide' : undefined}
            style={{ background: `var(--h${index + 1})` }}
          >
            {asText(title) || t(label)}
            <small>{asText(link)}</small>
          </li>
        )
      })}
    </ol>
  </section>
)
