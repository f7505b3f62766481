import { lazy, Suspense } from 'react'
import type { Column } from '../cells/columns.tsx'
import type { FoundProps } from './found.tsx'

// Loaded with the first search.
const Found = lazy(async () => ({ default: (await import('./found.tsx')).Found }))

/** Has the column of names say where the texts of its records hold what was typed. */
export const withFound =
  (found: Omit<FoundProps, 'row'>) =>
  (column: Column): Column =>
    found.keyword === '' || column.className !== 'wide'
      ? column
      : {
          ...column,
          cell: (row) => (
            <>
              {column.cell(row)}
              <Suspense>
                <Found {...found} row={row} />
              </Suspense>
            </>
          ),
        }
