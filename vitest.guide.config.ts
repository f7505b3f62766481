import { defineConfig } from 'vitest/config'
import usual from './vitest.config.ts'

// The pictures of the guide are no test: they are taken when a screen has changed (npm run guide-pictures).
export default defineConfig({ test: { ...usual.test, include: ['tests/guide/pictures.ts'] } })
