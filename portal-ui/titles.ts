import { siteTitleOf } from '../ui-shared/config/config.ts'
import { useDocumentTitle } from '../ui-shared/document-title.ts'
import { useConfig } from '../ui-shared/config/use-config.ts'

/** Sets the tab's title to the screen and the configured site title; an empty title leaves the site alone. */
export const usePortalTitle = (title: string): void => useDocumentTitle(title, siteTitleOf(useConfig()))
