import { lazy, Suspense, useState } from 'react'
import { FileField } from '../../../ui-shared/fields/file-field.tsx'
import type { Picture } from '../../../ui-shared/fields/picture.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { asPicture } from './field-values.ts'
import { frameOf, type WidgetProps } from './widget-props.ts'

const FramingDialog = lazy(async () => ({ default: (await import('./framing-dialog.tsx')).FramingDialog }))

const CropAct = lazy(async () => ({ default: (await import('./crop-act.tsx')).CropAct }))

// Pictures of the one record, such as a logo, are drawn from SVG too.
const takenBy = ({ field, form }: WidgetProps) => {
  if (field.kind === 'file') return 'anything'
  return form.resource.isSingleton ? 'pictures and SVG' : 'pictures'
}

const Framing = ({
  picture,
  focus,
  onDone,
}: {
  picture: Picture
  focus: string
  onDone: (picture: Picture, focus: string) => void
}) => {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const done = (changed: Picture, point: string) => {
    close()
    onDone(changed, point)
  }
  return (
    <>
      <button type="button" className="btn bare small" onClick={() => setOpen(true)}>
        {t('Crop and focal point')}
      </button>
      {isOpen && (
        <Suspense>
          <FramingDialog {...{ picture, focus }} onDone={done} onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/**
 * A picture or file; where the record keeps the focal point of a picture, also that.
 * @param seed what a picture is drawn from while there is none
 */
export const FileWidget = ({ seed, ...props }: WidgetProps & { seed?: string | number }) => {
  const { focus, onChange } = props
  const picture = asPicture(props.value)
  const isDisabled = props.isDisabled || props.form.isBusy
  const change = (next: Picture | null) => {
    // The point was one of the picture before.
    focus?.onChange('')
    onChange(next)
  }
  const frame = (next: Picture, point: string) => {
    if (next !== picture) onChange(next)
    focus?.onChange(point)
  }
  const acts = (of: Picture) => {
    if (focus) return <Framing picture={of} focus={focus.value} onDone={frame} />
    if (!props.field.isPersonal) return null
    return (
      <Suspense>
        <CropAct picture={of} onDone={change} />
      </Suspense>
    )
  }
  return (
    <FileField
      {...frameOf(props)}
      takes={takenBy(props)}
      isOwn={props.field.isPersonal}
      seed={seed}
      value={picture}
      focus={focus?.value ?? ''}
      disabled={isDisabled}
      progress={props.form.progressOf(props.path)}
      onChange={change}
      acts={picture && !isDisabled && acts(picture)}
    />
  )
}
