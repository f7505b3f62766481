import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { firstScreen } from '../ui-shared/first-screen.ts'
import { inLanguage } from '../ui-shared/language/in-language.tsx'
import { keepMoment } from '../ui-shared/keep-moment.ts'
import '../ui-shared/styles/tokens.css'
import '../ui-shared/styles/base.css'
import '../ui-shared/styles/controls.css'
import '../ui-shared/styles/form.css'
import '../ui-shared/styles/overlay.css'
import '../ui-shared/styles/door.css'
import { routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element named root')

const router = createBrowserRouter(inLanguage(routes))
keepMoment(router)

void firstScreen(router).then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
)
