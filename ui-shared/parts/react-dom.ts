import { usualError } from './without-stacks.ts'

// React makes four errors while its file is run, to throw them later (docs/decisions/ui/0215-errors-that-react-keeps.md).

import { createRoot } from 'react-dom/client'

Reflect.set(globalThis, 'Error', usualError)

export { createRoot }
