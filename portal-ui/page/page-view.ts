import type { ComponentType } from 'react'
import type { Page } from './page-queries.ts'

/** What draws a page once it is there. */
export type PageView = ComponentType<{ page: Page }>
