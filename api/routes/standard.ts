import type { Resource } from '../../domain/resource.ts'
import type { Services } from '../server/services.ts'
import type { Route } from '../server/route.ts'
import { historyRoutes } from './history/history.ts'
import { inverseRoutes } from './inverse.ts'
import { matchingRoutes } from './matching.ts'
import { moveRoutes } from './move.ts'
import { orderRoutes } from './order.ts'
import { readRoutes } from './read.ts'
import { writeRoutes } from './verbs.ts'
import { sheetRoutes } from './sheets/sheets.ts'
import { singletonRoutes } from './singleton.ts'

/** Every route that follows from a declaration. */
export const standardRoutes = (services: Services, resource: Resource): Route[] => [
  ...historyRoutes(services, resource),
  ...(resource.isSingleton
    ? singletonRoutes(services, resource)
    : [
        ...matchingRoutes(services, resource),
        ...sheetRoutes(services, resource),
        ...moveRoutes(services, resource),
        ...inverseRoutes(services, resource),
        ...readRoutes(services, resource),
        ...writeRoutes(services, resource),
        ...orderRoutes(services, resource),
      ]),
]
