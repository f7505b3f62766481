import type { Audience } from '../../domain/permission.ts'

const uploads =
  'c-post u-post c-page u-page c-flash u-flash c-banner u-banner c-popup u-popup c-employee u-employee c-file u-file'

/** What every resource with an area of its own offers: `...standard('partner')`. */
const standard = (name: string): Record<string, string> => ({
  [`GET /${name}`]: `r-${name}`,
  [`GET /${name}/:key`]: `r-${name}`,
  [`GET /${name}/:id/history`]: `r-${name}`,
  [`POST /${name}`]: `c-${name}`,
  [`PUT /${name}/:key`]: `u-${name}`,
  [`POST /${name}/:ids/activate`]: `u-${name}`,
  [`POST /${name}/:ids/deactivate`]: `u-${name}`,
  [`POST /${name}/:ids/restore`]: `d-${name}`,
  [`DELETE /${name}/:ids`]: `d-${name}`,
  [`POST /${name}/matching/edit`]: `u-${name}`,
  [`POST /${name}/matching/activate`]: `u-${name}`,
  [`POST /${name}/matching/deactivate`]: `u-${name}`,
  [`POST /${name}/matching/delete`]: `d-${name}`,
  [`POST /${name}/matching/restore`]: `d-${name}`,
})

/** What a resource with one record offers. */
const single = (name: string, editors = `u-${name}`): Record<string, string> => ({
  [`GET /${name}`]: `r-${name}`,
  [`PUT /${name}`]: editors,
  [`GET /${name}/:id/history`]: `r-${name}`,
})

/** A resource that employees read. */
const readInPortal = (name: string): Record<string, string> => ({
  ...standard(name),
  [`GET /${name}`]: `r-${name} r-homepage employees`,
  [`GET /${name}/:key`]: `r-${name} r-homepage employees`,
})

/** A resource that the portal shows, and by which call. */
const shownToAll = (name: string, call: string): Record<string, string> => ({
  ...readInPortal(name),
  [`GET /utility/${call}`]: `r-${name} r-homepage employees`,
})

/** Who may call what, written by hand: a route that changes its audience has to say so here too (reference/reliability AZ-1). */
export const matrix: Readonly<Record<string, string>> = {
  'POST /auth/login': 'anyone',
  'POST /auth/login_employee': 'anyone',
  'POST /auth/verification_login': 'anyone',
  'POST /auth/resend_otp': 'anyone',
  'POST /auth/logout': 'anyone',
  'POST /auth/register': 'anyone',
  'POST /auth/reset': 'anyone',
  'GET /auth/change/:token': 'anyone',
  'POST /auth/change/:token': 'anyone',
  'POST /auth/reset/employee': 'anyone',
  'GET /auth/change/:token/employee': 'anyone',
  'POST /auth/change/:token/employee': 'anyone',
  'GET /me': 'signed-in',
  'GET /me/employee': 'employee',
  'PATCH /me': 'signed-in',
  'POST /me/email': 'signed-in',
  'POST /me/email/verify': 'signed-in',
  'GET /me/sign_ins': 'signed-in',
  'DELETE /me/sign_ins/:id': 'signed-in',
  'DELETE /me/sign_ins': 'signed-in',
  'GET /me/recovery_codes': 'user',
  'POST /me/recovery_codes': 'user',
  ...shownToAll('post', 'getFeatured'),
  'GET /post/:key/style.css': 'r-post r-homepage employees',
  'POST /post/set_featured': 'u-post',
  'POST /post/:ids/feature': 'u-post',
  'POST /post/:ids/unfeature': 'u-post',
  'POST /post/matching/feature': 'u-post',
  'POST /post/matching/unfeature': 'u-post',
  ...standard('category'),
  'POST /category/:id/move': 'u-category d-category',
  'POST /page/:id/move': 'u-page d-page',
  ...readInPortal('page'),
  'GET /page/:key/style.css': 'r-page r-homepage employees',
  'GET /page/gallery_index': 'r-page r-homepage employees',
  'GET /page/job_index': 'r-page r-homepage employees',
  'POST /page/gallery': 'c-page',
  'PUT /page/:key/gallery': 'u-page',
  'POST /utility/check_page': 'r-page r-homepage employees',
  ...shownToAll('banner', 'getBanners'),
  'POST /banner/:id/reorder': 'u-banner',
  ...shownToAll('flash', 'news_flash'),
  ...shownToAll('popup', 'popup'),
  ...standard('file'),
  'GET /file': 'r-file employees',
  'GET /file/:key/uses': 'r-file',
  'POST /utility/uploadFiles': uploads,
  'GET /utility/getFiles': uploads,
  'POST /utility/preview': `${uploads} r-post r-page r-flash`,
  'GET /job': 'signed-in',
  'POST /job': 'user',
  'GET /job/:id': 'signed-in',
  'POST /job/:id/cancel': 'signed-in',
  'POST /job/:id/undo': 'signed-in',
  ...single('homepage'),
  ...single('configuration'),
  ...single('menubar', 'u-menubar c-menubar d-menubar'),
  'GET /utility/menubar_data': 'r-menubar',
  'POST /utility/menubar_data': 'u-menubar c-menubar d-menubar',
  'GET /utility/menubar_parsed': 'r-menubar r-homepage employees',
  'GET /utility/config': 'anyone',
  'POST /utility/config': 'u-configuration u-homepage',
  'GET /utility/getCategories': 'r-post c-post u-post r-homepage employees',
  'GET /utility/getPage': 'r-page c-page u-page',
  'GET /utility/getRoles': 'r-user c-user u-user',
  'GET /utility/activity_log': 'r-activity_trail r-debug_log',
  'GET /utility/activity_log/export': 'r-activity_trail',
  'GET /utility/activity_log/summary': 'r-activity_trail',
  'GET /utility/activity_log/:id': 'r-activity_trail',
  'GET /utility/totals': 'user',
  'GET /utility/operations': 'r-operations',
}

/** An audience in the words of the matrix. */
export const wordsOf = (audience: Audience): string =>
  typeof audience === 'string' ? audience : [...audience.anyOf, ...(audience.employees ? ['employees'] : [])].join(' ')

/** What a call needs beside its audience, when it is sent as the matrix test sends it. */
const inner: Readonly<Record<string, string>> = {
  // Without ?view=portal, for which r-homepage is enough.
  ...Object.fromEntries(
    ['post', 'page', 'banner', 'flash', 'popup'].flatMap((name) => [
      [`GET /${name}`, `r-${name}`],
      [`GET /${name}/:key`, `r-${name}`],
    ]),
  ),
  'POST /utility/config': 'u-configuration',
  // Only the tree is edited by what is done to its entries, and it is sent nothing.
  'PUT /menubar': 'u-menubar',
  'GET /utility/activity_log': 'r-activity_trail',
}

export type Caller = { name: string; type: 'anonymous' | 'user' | 'employee'; perms: readonly string[] }

/** What the matrix says to a caller: in, 401 or 403. */
export const verdict = (route: string, { type, perms }: Caller): 'in' | 401 | 403 => {
  const words = matrix[route]?.split(' ') ?? []
  if (words.includes('anyone')) return 'in'
  if (type === 'anonymous') return 401
  if (words.includes('signed-in') || words.includes(type)) return 'in'
  if (type === 'employee') return words.includes('employees') ? 'in' : 403
  const needed = inner[route]
  const asked = needed === undefined ? words : [needed]
  return asked.some((word) => perms.includes(word)) ? 'in' : 403
}
