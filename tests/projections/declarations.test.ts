import { inMemoryEventStore } from '../event-store/in-memory.ts'
import { declarationsChange } from './declarations.ts'

// The other stores, which the contract suite compares with this one, are in declarations.long.test.ts.
declarationsChange('in memory', { open: async () => ({ store: inMemoryEventStore(), stop: () => {} }) })
