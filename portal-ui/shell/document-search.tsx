import { Form, useLocation } from 'react-router-dom'
import { t } from '../../ui-shared/i18n.ts'

/** The field that looks for documents; the address of the results says what was looked for. */
export const DocumentSearch = () => {
  const { pathname, search } = useLocation()
  const asked = pathname === '/document' ? (new URLSearchParams(search).get('keyword') ?? '') : ''
  return (
    <Form role="search" action="/document" className="find-file">
      <input
        // Starts anew from the address when that is another search.
        key={asked}
        className="in"
        type="search"
        name="keyword"
        maxLength={200}
        defaultValue={asked}
        placeholder={t('Search documents')}
        aria-label={t('Search documents')}
      />
      <button type="submit" className="btn">
        {t('Search')}
      </button>
    </Form>
  )
}
