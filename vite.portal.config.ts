import { defineConfig } from 'vite'
import { uiConfig } from './vite.ui.ts'

export default defineConfig(uiConfig('portal'))
