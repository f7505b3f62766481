import { SuggestBox } from '../../../ui-shared/fields/suggest-box.tsx'
import type { AddressBox as AddressBoxType } from '../../editor/link-targets.ts'
import { useLinkSuggestions } from './link-suggestions.ts'

/** The address of a link in a text, with what is found by the words that are typed. */
export const AddressBox: AddressBoxType = ({ labelId, ties, ...typed }) => {
  const find = useLinkSuggestions('anything')
  return (
    <SuggestBox
      {...{ labelId, find }}
      {...typed}
      id={ties.id}
      describedBy={ties['aria-describedby']}
      isInvalid={ties['aria-invalid'] === true}
      isRequired
      isFree
      hasFocus
      name="address"
      inputMode="url"
    />
  )
}
