import { useQueries } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { actionOf, type Resource } from '../../domain/resource.ts'
import { formatDate } from '../../ui-shared/date.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { showError } from '../../ui-shared/overlay/alert.tsx'
import { type Hit, useHits } from '../../ui-shared/search/hits.ts'
import type { SearchProps } from '../../ui-shared/search/search-button.tsx'
import { SearchDialog, type SearchGroup, type SearchItem } from '../../ui-shared/search/search-dialog.tsx'
import { hasWords, wordsOf } from '../../ui-shared/search/words.ts'
import { can, type Me } from '../../ui-shared/session/me.ts'
import { useMe } from '../../ui-shared/session/session.ts'
import { fetchRecord } from '../edit/save/record-query.ts'
import type { Row } from '../list/row.ts'
import { useAct } from '../list/use-act.ts'
import { type RecordVerb, recordVerbs, verbNames } from '../list/verbs.ts'
import { declarationOf } from '../resources.ts'
import { screenResource } from '../shell/menu-table.ts'
import { askedIn, beginsOne, inOrder, isMeant } from './meant.ts'
import { type Place, placesFor } from './places.ts'

type Chosen = { resource: Resource; verb: RecordVerb; row: Row }

/** Asks and does what was chosen, as lists do. */
const Perform = ({ resource, verb, row, onDone }: Chosen & { onDone: () => void }) => {
  const { act } = useAct(resource)
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void act(verb, [row], row.version).finally(onDone)
  })
  return null
}

const useDeclarations = (names: readonly string[]) =>
  useQueries({
    queries: names.map((name) => ({
      queryKey: ['declaration', name],
      queryFn: () => declarationOf(name),
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  })

const mayDo = (me: Me | null, resource: Resource, verb: RecordVerb, hit: Hit): boolean => {
  const action = actionOf(resource, verb)
  return action !== null && can(me, `${action}-${resource.area}`) && recordVerbs[verb].changes(!hit.isInactive)
}

/** The search of the back office: records, screens, and what can be done. */
export const Search = ({ text, onText, onClose }: SearchProps) => {
  const me = useMe()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const asked = askedIn(text)
  const { hits: found, error, isSettled } = useHits(asked?.rest ?? text)
  const hits = found.filter(({ resource }) => screenResource(resource) !== null)
  const kinds = [...new Set(hits.map(({ resource }) => resource))]
  const declared = useDeclarations(kinds)

  const goTo = (path: string) => () => {
    onClose()
    void navigate(path)
  }
  const run = (command: () => void) => () => {
    onClose()
    command()
  }
  const perform = (resource: Resource, verb: RecordVerb, hit: Hit) => async () => {
    try {
      setChosen({ resource, verb, row: await fetchRecord(resource, hit.id) })
    } catch (failure) {
      onClose()
      showError(failure)
    }
  }
  const actsOn = (hit: Hit, verbs: readonly RecordVerb[]): SearchItem[] =>
    verbs.flatMap((verb) => {
      const resource = declared.find(({ name }) => name === hit.resource)
      if (!resource || !mayDo(me, resource, verb, hit)) return []
      return {
        key: `${verb}-${hit.resource}-${hit.id}`,
        act: t(recordVerbs[verb].label),
        label: hit.label || `#${hit.id}`,
        note: t(resource.label),
        onChoose: () => void perform(resource, verb, hit)(),
      }
    })

  if (chosen) return <Perform {...chosen} onDone={onClose} />
  const words = wordsOf(text)
  const matching = (places: readonly Place[]): SearchItem[] =>
    places
      .filter(({ label, also = '' }) => hasWords(`${label} ${also}`, words))
      .sort((one, other) => Number(isMeant(other, words)) - Number(isMeant(one, words)))
      .slice(0, words.length === 0 ? undefined : 8)
      .map(({ key, label, ...place }) => ({
        key,
        label,
        onChoose: 'path' in place ? goTo(place.path) : run(place.run),
      }))
  const records: SearchGroup[] = kinds.map((kind) => ({
    title: t(screenResource(kind)?.title ?? kind),
    items: hits
      .filter(({ resource }) => resource === kind)
      .map((hit) => ({
        key: `${kind}-${hit.id}`,
        label: hit.label || `#${hit.id}`,
        note: [...(hit.isInactive ? [t('Inactive')] : []), formatDate(hit.at)].join(' · '),
        ...(hit.passage ? { passage: hit.passage } : {}),
        onChoose: goTo(`/dashboard/${kind}/${encodeURIComponent(hit.key)}`),
      })),
  }))
  const { screens, makes, commands } = placesFor(me)
  const own = [...makes, ...(words.length > 0 ? commands : [])]
  const isAbout = (places: readonly Place[]) => words.length > 0 && places.some((place) => isMeant(place, words))
  const verb = asked?.verb
  const acts = verb ? hits.flatMap((hit) => actsOn(hit, [verb])) : []
  const groups = inOrder({
    asked,
    isPlace: words.length === 0 || isAbout(screens) || beginsOne(screens, words),
    isAction: isAbout(own),
    records,
    places: { title: t('Screens'), items: matching(screens) },
    actions: { title: t('Actions'), items: [...acts, ...matching(own)] },
    offers: {
      title: t('With what was found'),
      items: asked ? [] : hits.slice(0, 2).flatMap((hit) => actsOn(hit, verbNames)),
    },
  })
  return <SearchDialog {...{ text, onText, groups, isSettled, onClose }} error={error?.message ?? null} />
}
