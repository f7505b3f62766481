import type { ComponentType } from 'react'
import type { Ties } from '../../ui-shared/fields/field.tsx'
import type { Suggestion } from '../../ui-shared/fields/suggest.tsx'

/** Finds what a link may lead to. */
export type Suggest = (typed: string) => Promise<readonly Suggestion[]>

/** The field for the address of a link, which suggests what it may lead to. */
export type AddressBox = ComponentType<{
  labelId: string
  ties: Omit<Ties, 'labelId'>
  text: string
  onText: (text: string) => void
  onChoose: (chosen: Suggestion) => void
}>
