import { hasScreens } from './admin-ui/resource-entry.ts'
import { resources } from './domain/catalog.ts'
import type { FieldKind } from './domain/fields/field.ts'
import { fieldsWithin } from './domain/fields/walk.ts'
import { type Resource, singletonId } from './domain/resource.ts'

type Shown = readonly [answer: string, ...permissions: string[]]

/**
 * What a browser fetches of a page beside its first script: at which addresses, of which modules, and answers for who is signed in. `$1` is
 * the first group of the address, `$day(-14)` the beginning of a day from today on, by UTC.
 */
export type Early = {
  at: string
  modules: readonly string[]
  perhaps?: readonly string[]
  answers?: readonly string[]
  /** The same, only of an address without a query: the first page of a list. */
  listed?: readonly string[]
  /** What only some are shown, by any of these permissions (none: by whoever has one), after the files and of an address without a query. */
  shown?: readonly Shown[]
  /** The same, before the files and of any address: what a screen asks for next to what this answers. */
  soon?: readonly Shown[]
}

const signIn = ['ui-shared/auth/sign-in-page.tsx']
const frame = ['admin-ui/shell/shell-route.tsx']
const list = [
  'admin-ui/screens.ts',
  'admin-ui/list/list-loader.ts',
  'admin-ui/list/list-route.tsx',
  'admin-ui/list/list-foot.tsx',
  'admin-ui/inbox/unread-count.tsx',
]
const trail = ['r-activity_trail', 'r-audit']
const staffAnswers = ['/api/me', '/api/utility/config']

// What has a list, and a form for each of its records.
const many = resources.filter((one) => hasScreens(one) && !one.isSingleton && !one.inbox)

// A resource, and where its screens differ.
const declared = (name: string): string[] => [
  `domain/resources/${name}.ts`,
  ...['ts', 'tsx'].map((ending) => `admin-ui/${name}/${name}-screens.${ending}`),
]

const lists: readonly Early[] = many.map(({ name, area }) => ({
  at: `^/dashboard/${name}/?$`,
  modules: [...frame, ...list],
  perhaps: declared(name),
  answers: staffAnswers,
  shown: [[`/api/${name}?page=1&per_page=20`, `r-${area}`, 'r-audit']],
}))

// What forms draw some kinds of fields with; the editor comes behind the text.
const controls: Readonly<Partial<Record<FieldKind, string>>> = {
  references: 'admin-ui/edit/fields/references-field.tsx',
  permissions: 'admin-ui/edit/fields/permissions-field.tsx',
  link: 'admin-ui/edit/links/link-widget.tsx',
  secret: 'admin-ui/edit/fields/secret-widget.tsx',
  list: 'admin-ui/edit/fields/list-field.tsx',
  tree: 'admin-ui/edit/fields/tree-field.tsx',
}

const formOf = (file: string, { name, area, fields }: Resource, at: string, answer?: string): Early => ({
  at,
  modules: [
    ...frame,
    'admin-ui/screens.ts',
    'admin-ui/edit/open-form.ts',
    file,
    ...new Set(
      Object.values(fields)
        .flatMap(fieldsWithin)
        .flatMap(({ kind }) => controls[kind] ?? []),
    ),
  ],
  perhaps: [...declared(name), `admin-ui/${name}/${name}-form.ts`],
  answers: staffAnswers,
  soon: answer === undefined ? [] : [[answer, `r-${area}`, 'r-audit']],
})

const creates: readonly Early[] = many.map((one) =>
  formOf('admin-ui/edit/record-route.tsx', one, `^/dashboard/${one.name}/create/?$`),
)

// Addresses below a list that are no record.
const others = '(?!(?:create|bulk|spreadsheets)/?$)'

const historyOf = ({ name }: Resource, id: string | number) => `/api/${name}/${id}/history?limit=50`

// Beside so few fields its history is the largest text on the screen of a record. Only numbers say which record it is.
const few = 3
const isSmall = ({ fields }: Resource) =>
  Object.values(fields).filter(({ isDerived, isSupplied }) => !isDerived && !isSupplied).length <= few

const formAt = (one: Resource, key: string) =>
  formOf('admin-ui/edit/record-route.tsx', one, `^/dashboard/${one.name}/${key}/?$`, `/api/${one.name}/$1`)

const alsoAsking = (form: Early, { area }: Resource, addresses: readonly string[]): Early => ({
  ...form,
  soon: [...(form.soon ?? []), ...addresses.map((address): Shown => [address, `r-${area}`, 'r-audit'])],
})

const forms: readonly Early[] = many.flatMap((one) => [
  ...(isSmall(one) ? [alsoAsking(formAt(one, '(\\d+)'), one, [historyOf(one, '$1')])] : []),
  formAt(one, `${others}([\\w%.~-]+)`),
])

// What the own controls of a form ask for (`prepare` in admin-ui/edit/form-overrides.ts).
const asked: Readonly<Record<string, readonly string[]>> = { menubar: ['/api/utility/menubar_data'] }

const singletons: readonly Early[] = resources
  .filter((one) => hasScreens(one) && one.isSingleton)
  .map((one) => {
    const form = formOf('admin-ui/edit/singleton-route.tsx', one, `^/dashboard/${one.name}/?$`, `/api/${one.name}`)
    return alsoAsking(form, one, [historyOf(one, singletonId), ...(asked[one.name] ?? [])])
  })

const rare = (path: string, file: string): Early => ({
  at: `^/dashboard/${path}/?$`,
  modules: [...frame, 'admin-ui/rare-screens.ts', file],
  answers: staffAnswers,
})

const admin: readonly Early[] = [
  { at: '^/auth/login/?$', modules: signIn },
  {
    at: '^/dashboard/?$',
    modules: [...frame, 'admin-ui/dashboard/dashboard-page.tsx'],
    answers: staffAnswers,
    shown: [
      ['/api/utility/totals'],
      ['/api/schedule?from=$day(-14)&until=$day(1)&state=failed'],
      ['/api/utility/activity_log/summary', ...trail],
      ['/api/utility/activity_log?page=1&per_page=10&type=Login', ...trail],
      ['/api/utility/activity_log?page=1&per_page=8&type=Changes', ...trail],
      ['/api/utility/activity_log?page=1&per_page=1&type=Error&level=error', 'r-debug_log'],
      ['/api/utility/mail?page=1&per_page=1&state=failed', 'r-operations'],
    ],
  },
  ...lists,
  ...creates,
  ...forms,
  ...singletons,
  rare('activity_trail', 'admin-ui/log/activity-page.tsx'),
  rare('reviews', 'admin-ui/review/reviews-page.tsx'),
  { at: '^/dashboard/.', modules: frame, answers: staffAnswers },
]

const shell = ['portal-ui/shell/shell.tsx']
const everyAnswer = ['/api/utility/portal', '/api/me']
const screen = (at: string, file: string, ...answers: readonly string[]): Early => ({
  at,
  modules: [...shell, 'portal-ui/loaders.ts', file],
  answers: [...everyAnswer, ...answers],
})

const index = (at: string, file: string, answer: string): Early => ({ ...screen(at, file), listed: [answer] })

const portal: readonly Early[] = [
  { at: '^/auth/employee/?$', modules: signIn },
  { at: '^/(auth|logout|error|preview|unsubscribe)(/|$)', modules: [] },
  {
    at: '^/$',
    modules: [...shell, 'portal-ui/landing/landing.tsx'],
    answers: [...everyAnswer, '/api/post?page=1&per_page=4&view=portal'],
  },
  screen('^/post/?$', 'portal-ui/post/post-list.tsx'),
  screen('^/post/([\\w%.~-]+)$', 'portal-ui/post/post-detail.tsx', '/api/post/$1?view=portal'),
  index('^/employee/?$', 'portal-ui/employee/directory.tsx', '/api/employee/by_title'),
  screen('^/employee/([^/]+)/?$', 'portal-ui/employee/person.tsx', '/api/employee/$1/with_co'),
  screen('^/request/?$', 'portal-ui/send/stationery-form.tsx', '/api/utility/stationery_items'),
  index('^/profile/requests/?$', 'portal-ui/mine/my-requests.tsx', '/api/utility/sent?page=1'),
  screen('^/profile/requests(/|$)', 'portal-ui/mine/my-requests.tsx'),
  screen('^/profile/?$', 'portal-ui/profile/profile.tsx'),
  index('^/jobs/?$', 'portal-ui/page/job-list.tsx', '/api/page/job_index?page=1&per_page=4'),
  index('^/gallery/?$', 'portal-ui/page/gallery-list.tsx', '/api/page/gallery_index?page=1&per_page=6'),
  screen('^/document/?$', 'portal-ui/document/document-list.tsx'),
  ...resources.flatMap(({ name, portal }) =>
    portal?.title ? [screen(`^/${name}(/|$)`, 'portal-ui/other-screen.tsx')] : [],
  ),
  {
    ...screen('^/([\\w%.~-]+)/?$', 'portal-ui/other-screen.tsx', '/api/page/$1?view=portal'),
    // Which kind of page it is, only the answer says: these are the most, and small.
    perhaps: ['portal-ui/page/content-page.tsx', 'portal-ui/page/gallery-detail.tsx'],
  },
  { at: '', modules: shell, answers: everyAnswer },
]

/** By app: the first entry that fits an address holds. */
export const pages = { admin, portal }
