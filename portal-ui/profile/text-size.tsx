import { useState } from 'react'
import { SelectField } from '../../ui-shared/fields/select.tsx'
import { t } from '../../ui-shared/i18n.ts'
import { chooseTextSize, currentTextSize, textSizes } from '../../ui-shared/theme/text-size.ts'

const words = { normal: 'Regular', large: 'Large', larger: 'Very large' } as const

/** How large texts are on this device. */
export const TextSize = () => {
  const [size, show] = useState<string>(currentTextSize)
  return (
    <SelectField
      label={t('Text size')}
      hint={t('Kept on this device.')}
      value={size}
      options={textSizes.map((value) => ({ value, label: t(words[value]) }))}
      onChange={({ target: { value } }) => {
        chooseTextSize(value)
        show(value)
      }}
    />
  )
}
