import { t } from '../../ui-shared/i18n.ts'

type Links = { facebook?: string | null; instagram?: string | null; linkedln?: string | null }

/** Year and words of the configuration, and the social links that are set (C15). */
export const Footer = ({ words, links }: { words: string; links: Links }) => {
  const social = [
    [t('LinkedIn'), links.linkedln],
    [t('Facebook'), links.facebook],
    [t('Instagram'), links.instagram],
  ].filter(([, address]) => address)
  return (
    <footer className="base">
      <div className="wrap">
        <span>
          {new Date().getFullYear()} © {words}
        </span>
        {social[0] && (
          <nav aria-label={t('Social media')}>
            {social.map(([name, address]) => (
              <a key={name} className="link" href={address ?? ''} target="_blank" rel="noopener noreferrer">
                {name}
              </a>
            ))}
          </nav>
        )}
      </div>
    </footer>
  )
}
