import { useEffect, useState } from 'react'
import type { Suggestion } from '../../ui-shared/fields/suggest.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { CursorMenu, type CursorMenuProps } from './cursor-menu.tsx'
import type { Suggest } from './link-targets.ts'
import { putLink } from './text/text-state.ts'

const pause = 150

// What was found for the words before stays until there is an answer for these.
const useFound = (query: string, suggest: Suggest): readonly Suggestion[] => {
  const [found, setFound] = useState<readonly Suggestion[]>([])
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      // Where nothing can be asked, what is typed stays words.
      suggest(query).then(
        (list) => !isOver && setFound(list),
        () => !isOver && setFound([]),
      )
    }, pause)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [query, suggest])
  return query === '' ? [] : found
}

/** What a link can lead to, found by the words behind an `@`; choosing one puts its name there, as a link. */
export const LinkMenu = ({
  query,
  suggest,
  ...menu
}: Omit<CursorMenuProps, 'label' | 'choices'> & { query: string; suggest: Suggest }) => {
  const choices = useFound(query, suggest).map(({ value, label, note }) => ({
    label,
    note,
    run: () => putLink(menu.controls.view, query.length + 1, value, label),
  }))
  return <CursorMenu {...menu} label={t('Pages, files and people')} choices={choices} />
}
