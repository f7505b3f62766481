import { t } from '../../ui-shared/i18n.ts'
import type { SearchGroup } from '../../ui-shared/search/search-dialog.tsx'
import { hasWords, wordsOf } from '../../ui-shared/search/words.ts'
import { recordVerbs, verbNames } from '../list/verbs.ts'
import type { Place } from './places.ts'

type Asked = { verb: (typeof verbNames)[number] | null; rest: string }

// What people say for the verbs of lists; each is typed whole, since titles begin with such words too.
const alsoSaid = () => ({ activate: t('publish'), deactivate: t('hide unpublish'), delete: t('remove') })

/** What a text begins with, in the reader's words: a verb (null: to open, wherever it is then edited or planned), and what comes after it. */
export const askedIn = (text: string): Asked | null => {
  const [first = '', ...others] = text.trim().split(/\s+/)
  const [word, rest] = [wordsOf(first).join(' '), others.join(' ')]
  if (word.length < 3 || rest === '') return null
  const said = alsoSaid()
  const verb = verbNames.find(
    (name) =>
      wordsOf(t(recordVerbs[name].label)).some((one) => one.startsWith(word)) || wordsOf(said[name]).includes(word),
  )
  if (verb) return { verb, rest }
  return wordsOf(t('edit open change schedule')).includes(word) ? { verb: null, rest } : null
}

/** True when a text is about a screen or command rather than about records: what it is called, or the words that people use for it. */
export const isMeant = ({ label, also = '' }: Pick<Place, 'label' | 'also'>, words: readonly string[]): boolean => {
  const [first = ''] = words
  if (first.length < 2 && /^[ -~]*$/.test(first)) return false
  return (
    `${wordsOf(label).join(' ')} `.startsWith(`${words.join(' ')} `) ||
    (wordsOf(also).includes(first) && hasWords(`${label} ${also}`, words))
  )
}

/** True when a text is how the name of a screen begins. */
export const beginsOne = (places: readonly Pick<Place, 'label'>[], words: readonly string[]): boolean =>
  places.some(({ label }) => wordsOf(label).join(' ').startsWith(words.join(' ')))

/** What there is to choose, in its groups. `offers` are verbs that nobody asked for. */
export type Found = {
  asked: Asked | null
  isPlace: boolean
  isAction: boolean
  records: readonly SearchGroup[]
  places: SearchGroup
  actions: SearchGroup
  offers: SearchGroup
}

/** The groups in the order of what was meant: Enter on what was found never takes it away. */
export const inOrder = ({ asked, isPlace, isAction, records, places, actions, offers }: Found): SearchGroup[] => {
  if (isPlace) return [places, ...records, actions, offers]
  if (isAction) return [actions, ...records, places, offers]
  if (!asked) return [...records, places, actions, offers]
  return asked.verb === null || asked.verb === 'delete' ? [...records, actions, places] : [actions, ...records, places]
}
