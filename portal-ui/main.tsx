import { QueryClientProvider } from '@tanstack/react-query'
import { createBrowserRouter } from 'react-router-dom'
import { drawApp } from '../ui-shared/first-screen.tsx'
import { createQueryClient } from '../ui-shared/query.ts'
import { inLanguage } from '../ui-shared/language/in-language.tsx'
import { openRouter } from '../ui-shared/open-router.ts'
import '../ui-shared/styles/tokens.css'
import '../ui-shared/styles/base.css'
import '../ui-shared/styles/controls.css'
import '../ui-shared/styles/form.css'
import '../ui-shared/styles/overlay.css'
import '../ui-shared/styles/door.css'
import '../ui-shared/styles/article.css'
import '../ui-shared/styles/prose.css'
import { portalRoutes } from './routes.tsx'
import { leaveWhenSessionEnds } from './session-end.ts'
import './styles/shell.css'
import './styles/landing.css'
import './styles/page.css'
import './styles/post.css'
import './styles/touch.css'

const client = createQueryClient()
const root = document.getElementById('root')

void openRouter(() => createBrowserRouter(inLanguage(portalRoutes(client)))).then(async (router) => {
  leaveWhenSessionEnds(client, router)
  if (!root) return
  await drawApp(root, router, (screens) => <QueryClientProvider client={client}>{screens}</QueryClientProvider>)
})
