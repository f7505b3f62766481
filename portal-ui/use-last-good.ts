import { useState } from 'react'

/** What was there last of the same (`of`), for as long as nothing newer has come: a page that fails takes no rows away (X15). */
export const useLastGood = <Data>(data: Data | undefined, of: string): Data | undefined => {
  const [last, setLast] = useState({ of, data })
  const isNew = data !== undefined && (last.data !== data || last.of !== of)
  if (isNew) setLast({ of, data })
  return isNew || last.of === of ? (data ?? last.data) : undefined
}
