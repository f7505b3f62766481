import { Link } from 'react-router-dom'
import { Picture } from '../../ui-shared/drawings/picture.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { IndexPage } from '../index-page.tsx'
import { galleriesQuery, type PageRow } from './page-queries.ts'

const Tile = ({ gallery, search, isFirst }: { gallery: PageRow; search: string; isFirst: boolean }) => (
  <Link className="tile" to={`/${encodeURIComponent(gallery.slug)}`} state={{ listSearch: search }}>
    <Picture className="thumb" id={gallery.id} source={gallery.thumbnail_url} isFirst={isFirst} />
    <h2 dir="auto">{gallery.name}</h2>
    <span className="more">{t('View Gallery')}</span>
  </Link>
)

/** Galleries, six on a page. */
export const Component = () => (
  <IndexPage
    title={t('Welcome To Your Gallery')}
    lead={t('Because every picture tells a story')}
    queryOf={galleriesQuery}
    empty={t('No gallery yet')}
    className="tiles"
    item={(gallery, place, search) => <Tile key={gallery.id} gallery={gallery} search={search} isFirst={place === 0} />}
  />
)
