import '../styles/list.css'
import '../styles/log.css'
import { Link } from 'react-router-dom'
import { formatDateTime } from '../../ui-shared/date.tsx'
import { Select } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { Menu } from '../../ui-shared/menu.tsx'
import { shownMoment } from '../../ui-shared/moment.ts'
import { withMoment } from '../../ui-shared/moment-address.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { toastSuccess } from '../../ui-shared/overlay/toast.tsx'
import { Pager } from '../../ui-shared/pager.tsx'
import { EmptyState, LoadError, PleaseWait } from '../../ui-shared/states.tsx'
import { FilterBar } from '../log/filter-bar.tsx'
import { type ChangeLog, useLogState } from '../log/log-state.ts'
import { type PostReader, useReaders } from './reading-queries.ts'

const perPage = 50
const states = { unread: 'Not read yet', read: 'Read' } as const
const noStop = new AbortController().signal

const Line = ({ reader }: { reader: PostReader }) => (
  <tr>
    <td className="wide">
      <Link className="link" to={`/dashboard/employee/${reader.id}`}>
        {reader.name}
      </Link>
    </td>
    <td className="under">{reader.division}</td>
    <td className="under">{reader.departement}</td>
    <td className="when">
      {reader.read_at ? formatDateTime(reader.read_at) : <span className="dim">{t('Not read yet')}</span>}
    </td>
  </tr>
)

const Lines = ({ readers }: { readers: readonly PostReader[] }) => (
  <table>
    <caption className="away">{t('Who has read it')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('Name')}</th>
        <th scope="col">{t('Division')}</th>
        <th scope="col">{t('Department')}</th>
        <th scope="col">{t('Read on')}</th>
      </tr>
    </thead>
    <tbody>
      {readers.map((reader) => (
        <Line key={reader.id} reader={reader} />
      ))}
    </tbody>
  </table>
)

const Filters = ({ post, filters, change }: { post: string } & FilterState) => {
  const take = async (format: 'xlsx' | 'csv') => {
    // Rarely needed, so loaded when it is.
    const { downloadFile } = await import('../sheets/download.ts')
    const query = withMoment(`?${new URLSearchParams({ ...filters, format })}`, shownMoment())
    const address = `/api/post/${post}/readers/export${query}`
    const count = await downloadFile(address, `readers.${format}`, { signal: noStop, onProgress: () => {} })
    toastSuccess(t('{count, plural, one {# employee exported.} other {# employees exported.}}', { count }))
  }
  return (
    <FilterBar
      filters={filters}
      change={change}
      placeholder={t('Search by name or number…')}
      after={
        <Menu
          items={[
            { label: t('Export as a spreadsheet'), onSelect: () => void take('xlsx').catch(showError) },
            { label: t('Export as CSV'), onSelect: () => void take('csv').catch(showError) },
          ]}
        >
          {t('Export')}
        </Menu>
      }
    >
      <Select
        aria-label={t('Status')}
        placeholder={t('All')}
        options={Object.entries(states).map(([value, label]) => ({ value, label: t(label) }))}
        value={filters.state}
        onChange={(event) => change({ state: event.target.value })}
      />
    </FilterBar>
  )
}

type FilterState = {
  filters: Readonly<Record<string, string>>
  change: ChangeLog
}

/** Who is asked to read a post: how many have, who, and when; searched, narrowed and taken along. */
export const ReadersTable = ({ post }: { post: string }) => {
  const { state, change } = useLogState(['keyword', 'state'])
  const { page, filters } = state
  const { data, error, refetch, isPlaceholderData } = useReaders(post, { page, per_page: perPage, ...filters })
  if (error) return <LoadError message={error.message} onRetry={() => void refetch()} isSought />
  if (!data) return <PleaseWait />
  const { read, asked, total_page: pages } = data.meta
  return (
    <>
      <p className="readers-count" role="status">
        {t('Read by {read} of {asked}', { read, asked })}
      </p>
      <Filters post={post} filters={filters} change={change} />
      <div className="sheet list" aria-busy={isPlaceholderData}>
        {data.data.length > 0 ? (
          <div className="rows">
            <Lines readers={data.data} />
          </div>
        ) : (
          <EmptyState title={t('No Data Found')} />
        )}
        {pages > 1 && (
          <div className="pager">
            <Pager page={page} pages={pages} onPage={(next) => change({ page: String(next) })} />
          </div>
        )}
      </div>
    </>
  )
}
