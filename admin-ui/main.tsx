import { createBrowserRouter } from 'react-router-dom'
import { drawApp } from '../ui-shared/first-screen.tsx'
import { inLanguage } from '../ui-shared/language/in-language.tsx'
import { momentIn, shownMoment } from '../ui-shared/moment.ts'
import { openRouter } from '../ui-shared/open-router.ts'
import '../ui-shared/styles/tokens.css'
import '../ui-shared/styles/base.css'
import '../ui-shared/styles/controls.css'
import '../ui-shared/styles/form.css'
import '../ui-shared/styles/overlay.css'
import '../ui-shared/styles/door.css'
import './styles/shell.css'
import { routes } from './routes.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element named root')

void openRouter(() => createBrowserRouter(inLanguage(routes))).then(async (router) => {
  // From now to an address that names a moment, such as one of the trail.
  if (shownMoment() === null)
    router.subscribe(({ location }) => {
      if (momentIn(location.search) !== null) window.location.reload()
    })
  await drawApp(root, router)
})
