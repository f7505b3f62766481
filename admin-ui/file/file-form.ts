import type { NameIn } from '../../domain/fields/values.ts'
import { file } from '../../domain/resources/file.ts'
import { link } from '../../domain/fields/address.ts'
import { attachment } from '../../domain/fields/reference.ts'
import { text } from '../../domain/fields/field.ts'
import type { Resource } from '../../domain/resource.ts'
import type { FormOverrides } from '../edit/form-overrides.ts'
import { late } from '../../ui-shared/parts/late.ts'
import { FileControl } from './file-control.tsx'
import { FileUses } from './file-uses.tsx'

const { attribute, altText, isInPortal } = file.fields

const FileUploads = late(async () => (await import('./file-uploads.tsx')).FileUploads)

// The bytes are sent with what is said of them; all else that is kept of a file follows from the bytes.
const asks: Resource = {
  ...file,
  fields: {
    file: attachment({ label: 'File', isRequired: true }),
    name: text({
      label: 'Name',
      isRequired: false,
      isPersonal: true,
      hint: 'A new file without one takes the name that it has on this device.',
    }),
    attribute,
    altText,
    isInPortal: { ...isInPortal, initial: true },
    link: { ...link({ label: 'Link' }), isSupplied: true },
  },
}

/** Where the forms of files differ (docs/specification/content.md#files). */
export const fileForm: FormOverrides<NameIn<typeof file.fields> | 'file'> = {
  title: 'New File',
  asks,
  above: FileUploads,
  controls: { file: FileControl },
  aside: FileUses,
}
