import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import '../ui-shared/styles/tokens.css'
import '../ui-shared/styles/base.css'
import '../ui-shared/styles/controls.css'
import '../ui-shared/styles/form.css'
import '../ui-shared/styles/overlay.css'
import '../ui-shared/styles/door.css'
import { routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element named root')

createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createBrowserRouter(routes)} />
  </StrictMode>,
)
