import { resources } from '../../domain/catalog.ts'
import type { Audience } from '../../domain/permission.ts'
import { standard, widened } from './usual.ts'

const uploads =
  'c-post u-post c-page u-page c-banner u-banner c-flash u-flash c-popup u-popup c-file u-file c-employee u-employee c-stationery u-stationery c-tender u-tender'

const submissions = 'r-request c-request u-request r-job_application c-job_application u-job_application'

/** What a resource with one record offers. */
const single = (name: string, editors = `u-${name}`): Record<string, string> => ({
  [`GET /${name}`]: `r-${name} r-audit`,
  [`PUT /${name}`]: editors,
  [`GET /${name}/:id/history`]: `r-${name} r-audit`,
  [`GET /${name}/:id/history/:version`]: `r-${name} r-audit`,
  [`GET /${name}/:id/revert`]: `${editors} +r-${name}`,
  [`POST /${name}/:id/revert`]: editors,
})

/** A resource that employees read. */
const readInPortal = (name: string): Record<string, string> => ({
  ...standard(name),
  [`GET /${name}`]: `r-${name} r-audit r-homepage employees`,
  [`GET /${name}/:key`]: `r-${name} r-audit r-homepage employees`,
})

/** A resource that the portal shows, and by which call. */
const shownToAll = (name: string, call: string): Record<string, string> => ({
  ...readInPortal(name),
  [`GET /utility/${call}`]: `r-${name} r-homepage employees`,
})

/** What staff see and do about the way in of people who sign in, and about what is held of them. */
const signingIn = (name: string): Record<string, string> => ({
  [`GET /${name}/:id/sign_ins`]: `r-${name}`,
  [`DELETE /${name}/:id/sign_ins`]: `u-${name}`,
  [`POST /${name}/:id/invite`]: `u-${name}`,
  [`GET /${name}/:id/personal_data`]: 'r-personal_data',
  [`GET /${name}/:id/erasure`]: 'd-personal_data',
  [`POST /${name}/:id/erasure`]: 'd-personal_data',
})

/** What employees send: they read and take back their own, staff read all and take it on. */
const sentByEmployees = (name: string, steps: readonly string[]): Record<string, string> => ({
  [`GET /${name}`]: `r-${name} r-audit`,
  [`GET /${name}/:key`]: `r-${name} r-audit`,
  [`GET /${name}/mine`]: 'employee',
  [`GET /${name}/:id/mine`]: 'employee',
  [`POST /${name}/:ids/seen`]: 'employee',
  [`GET /${name}/:id/history`]: `r-${name} r-audit`,
  [`GET /${name}/:id/history/:version`]: `r-${name} r-audit`,
  [`GET /${name}/:id/revert`]: `u-${name} +r-${name}`,
  [`POST /${name}/:id/revert`]: `u-${name}`,
  [`GET /${name}/unread`]: `r-${name}`,
  [`GET /${name}/export`]: `r-${name}`,
  [`POST /${name}/read`]: `r-${name}`,
  [`POST /${name}/:ids/read`]: `r-${name}`,
  [`POST /${name}/:ids/unread`]: `r-${name}`,
  [`POST /${name}/:ids/withdraw`]: `u-${name} employees`,
  [`POST /${name}/:ids/resubmit`]: `u-${name} employees`,
  [`POST /${name}/:ids/answer`]: `u-${name} employees`,
  ...Object.fromEntries(
    steps.flatMap((step) => [
      [`POST /${name}/:ids/${step}`, `u-${name}`],
      [`POST /${name}/matching/${step}`, `u-${name} +r-${name}`],
    ]),
  ),
})

/** Who may call what, written by hand: a route that changes its audience has to say so here too (AZ-1). */
const byHand: Readonly<Record<string, string>> = {
  'POST /auth/login': 'anyone',
  'POST /auth/login_employee': 'anyone',
  'POST /auth/verification_login': 'anyone',
  'POST /auth/resend_otp': 'anyone',
  'POST /auth/passkey/options': 'anyone',
  'POST /auth/passkey': 'anyone',
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
  'GET /me/points': 'employee',
  'PATCH /me': 'signed-in',
  'POST /me/revert': 'signed-in',
  'POST /me/email': 'signed-in',
  'POST /me/email/verify': 'signed-in',
  'GET /me/sign_ins': 'signed-in',
  'DELETE /me/sign_ins/:id': 'signed-in',
  'DELETE /me/sign_ins': 'signed-in',
  'GET /me/passkeys': 'signed-in',
  'POST /me/passkeys/options': 'signed-in',
  'POST /me/passkeys': 'signed-in',
  'PATCH /me/passkeys/:id': 'signed-in',
  'DELETE /me/passkeys/:id': 'signed-in',
  'PUT /me/language': 'signed-in',
  'GET /me/lists/:list': 'user',
  'PUT /me/lists/:list': 'user',
  'GET /me/digest': 'employee',
  'PUT /me/digest': 'employee',
  'PUT /me/shortcuts': 'employee',
  'POST /digest/unsubscribe/:token': 'anyone',
  'GET /me/comment_mail': 'user',
  'PUT /me/comment_mail': 'user',
  'GET /me/recovery_codes': 'user',
  'POST /me/recovery_codes': 'user',
  ...shownToAll('post', 'getFeatured'),
  'GET /post/:key/style.css': 'r-post r-homepage employees',
  'POST /post/set_featured': 'u-post',
  'POST /post/:ids/feature': 'u-post',
  'POST /post/:ids/unfeature': 'u-post',
  'POST /post/matching/feature': 'u-post +r-post',
  'POST /post/matching/unfeature': 'u-post +r-post',
  'GET /post/:id/reading': 'r-post',
  'PUT /post/:id/reading': 'u-post',
  'GET /post/:id/readers': 'r-post +r-employee',
  'GET /post/:id/readers/export': 'r-post +r-employee',
  'POST /post/:id/receipt': 'employee',
  'DELETE /receipt/:id': 'employee',
  'POST /receipt/:id/undo': 'employee',
  'GET /receipt/:id/history': 'r-audit',
  'GET /receipt/:id/history/:version': 'r-audit',
  'GET /utility/to_read': 'employee',
  'POST /post/:id/open': 'employee',
  'GET /post/:id/opens': 'r-post',
  'GET /post/:id/reactions': 'employee',
  'POST /post/:id/reaction': 'employee',
  'DELETE /reaction/:id': 'employee',
  'GET /reaction/:id/history': 'r-audit',
  'GET /reaction/:id/history/:version': 'r-audit',
  'GET /post/:id/discussion': 'r-post',
  'PUT /post/:id/discussion': 'u-post',
  'GET /discussion/:id/history': 'r-post r-audit',
  'GET /discussion/:id/history/:version': 'r-post r-audit',
  'GET /discussion/:id/revert': 'u-post +r-post',
  'POST /discussion/:id/revert': 'u-post',
  'POST /discussion/:ids/open': 'u-post',
  'POST /discussion/:ids/close': 'u-post',
  'GET /post/:id/comments': 'employee',
  'POST /post/:id/comment': 'employee',
  'GET /comment': 'r-comment r-audit',
  'GET /comment/:key': 'r-comment r-audit',
  'GET /comment/:id/history': 'r-comment r-audit',
  'GET /comment/:id/history/:version': 'r-comment r-audit',
  'GET /comment/:id/revert': 'u-comment +r-comment',
  'POST /comment/:id/revert': 'u-comment',
  ...Object.fromEntries(
    ['reword', 'take_back', 'say_again'].map((verb) => [`POST /comment/:ids/${verb}`, 'u-comment employees']),
  ),
  ...Object.fromEntries(
    ['hide', 'show'].flatMap((verb) => [
      [`POST /comment/:ids/${verb}`, 'u-comment'],
      [`POST /comment/matching/${verb}`, 'u-comment +r-comment'],
    ]),
  ),
  'GET /reading/:id/history': 'r-post r-audit',
  'GET /reading/:id/history/:version': 'r-post r-audit',
  'GET /reading/:id/revert': 'u-post +r-post',
  'POST /reading/:id/revert': 'u-post',
  'POST /reading/:ids/ask_again': 'u-post',
  'POST /reading/:ids/end': 'u-post',
  'POST /reading/:ids/resume': 'u-post',
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
  ...standard('user'),
  ...standard('role'),
  ...signingIn('user'),
  ...signingIn('employee'),
  'POST /role/:id/move': 'u-role d-role',
  'GET /utility/getMenus': 'r-role c-role u-role',
  ...standard('file'),
  'GET /file': 'r-file r-audit r-homepage employees',
  'GET /file/:key/uses': 'r-file',
  'POST /utility/uploadFiles': uploads,
  'POST /review/picture': uploads,
  'GET /utility/getFiles': uploads,
  'POST /utility/preview': `${uploads} r-post r-page r-flash r-tender`,
  'GET /job': 'signed-in',
  'POST /job': 'user',
  'GET /job/:id': 'signed-in',
  'POST /job/:id/cancel': 'signed-in',
  'POST /job/:id/undo': 'signed-in',
  'GET /take_back/job/:id': 'signed-in',
  'GET /take_back': 'user',
  'POST /take_back': 'user',
  'GET /schedule': 'user',
  'POST /schedule': 'user',
  'GET /schedule/ahead': 'r-audit r-homepage',
  'GET /schedule/:id': 'user',
  'POST /schedule/:id/cancel': 'user',
  'POST /schedule/:id/move': 'user',
  'GET /review': 'user',
  'GET /review/unread': 'user',
  'GET /review/:id': 'user',
  'GET /review/:id/history': 'r-audit',
  'GET /review/:id/history/:version': 'r-audit',
  'POST /review': 'user',
  'POST /review/:id/change': 'user',
  'POST /review/:id/publish': 'user',
  'POST /review/:id/send_back': 'user',
  'POST /review/:id/withdraw': 'user',
  'POST /review/:id/resume': 'user',
  'POST /review/:id/remark': 'user',
  'GET /remark/:id/history': 'r-audit',
  'GET /remark/:id/history/:version': 'r-audit',
  'POST /remark/:id/settle': 'user',
  'POST /remark/:id/reopen': 'user',
  'GET /preview_link': 'user',
  'POST /preview_link': 'user',
  'DELETE /preview_link/:id': 'user',
  'GET /list_view': 'user',
  'POST /list_view': 'user',
  'PUT /list_view/:id': 'user',
  'DELETE /list_view/:id': 'user',
  'GET /preview/:token': 'anyone',
  'GET /preview/:token/style.css': 'anyone',
  'GET /preview/:token/file/:key': 'anyone',
  'GET /draft': 'user',
  'GET /draft/:id': 'user',
  'PUT /draft/:id': 'user',
  'POST /draft/:id/take': 'user',
  'DELETE /draft/:id': 'user',
  ...standard('employee'),
  'GET /employee/:key': 'r-employee r-audit employees',
  'PUT /employee/:key': 'u-employee employees',
  'GET /employee/chart': 'r-employee employees',
  'PUT /employee/:key/remove_profile': 'u-employee employees',
  'POST /employee/:id/move': 'u-employee d-employee',
  'GET /employee/bulk': 'r-employee u-employee',
  'POST /employee/bulk': 'c-employee u-employee',
  'GET /employee/bulk/sample/:mode': 'c-employee u-employee',
  'GET /import/:check': 'user',
  'POST /import/:check': 'user',
  'GET /import/:check/problems': 'user',
  'GET /import/:check/changes': 'user',
  'PUT /employee/:id/employee/empSuper': 'u-employee',
  ...Object.fromEntries(
    ['set_point', 'adjust_point'].flatMap((verb) => [
      [`POST /employee/:ids/${verb}`, 'u-employee'],
      [`POST /employee/matching/${verb}`, 'u-employee +r-employee'],
    ]),
  ),
  ...Object.fromEntries(
    ['title', 'division', 'departement'].flatMap((name) => [
      ...Object.entries(standard(name)),
      [`POST /${name}/:id/move`, `u-${name} d-${name}`],
      [`POST /${name}/:id/reorder`, `u-${name}`],
    ]),
  ),
  'GET /utility/getPost': 'r-comment c-comment u-comment r-audit',
  'GET /utility/getStationery': 'r-request c-request u-request r-audit',
  'GET /utility/getTitle': `r-employee c-employee u-employee ${submissions} r-audit`,
  'GET /utility/getDivision': `r-employee c-employee u-employee r-post c-post u-post ${submissions} r-audit`,
  'GET /utility/getDepartement': `r-employee c-employee u-employee r-post c-post u-post ${submissions} r-audit`,
  ...single('homepage'),
  ...single('configuration'),
  ...single('menubar', 'u-menubar c-menubar d-menubar'),
  'GET /utility/menubar_data': 'r-menubar',
  'POST /utility/menubar_data': 'u-menubar c-menubar d-menubar',
  'GET /utility/menubar_parsed': 'r-menubar r-homepage employees',
  'GET /utility/portal': 'r-homepage employees',
  'GET /employee/by_title': 'r-employee r-homepage employees',
  'GET /employee/by_division': 'r-employee r-homepage employees',
  'GET /employee/by_department': 'r-employee r-homepage employees',
  'GET /employee/:id/with_co': 'r-employee r-homepage employees',
  'POST /utility/job_apply': 'employee',
  'POST /utility/iso_submit': 'employee',
  'POST /utility/request_stationery': 'employee',
  'GET /utility/sent': 'employee',
  ...sentByEmployees('request', ['approve', 'reject', 'fulfil_partly', 'fulfil', 'close']),
  ...sentByEmployees('job_application', ['shortlist', 'accept', 'reject']),
  'GET /utility/couriers': 'r-request r-job_application',
  ...shownToAll('stationery', 'stationery_items'),
  'POST /stationery/:id/move': 'u-stationery d-stationery',
  'GET /utility/config': 'anyone',
  'GET /utility/manifest': 'anyone',
  'POST /configuration/test_mail': 'u-configuration',
  'GET /configuration/mail_server': 'r-configuration',
  'POST /configuration/mail_server/approve': 'u-configuration',
  'POST /utility/config': 'u-configuration u-homepage',
  'GET /utility/getCategories': 'r-post c-post u-post r-tender c-tender u-tender r-homepage r-audit employees',
  'GET /utility/getPage': 'r-page c-page u-page r-job_application c-job_application u-job_application r-audit',
  'GET /utility/getRoles': 'r-user c-user u-user r-audit',
  'GET /utility/activity_log': 'r-activity_trail r-audit r-debug_log',
  'GET /utility/getActors': 'r-activity_trail r-audit',
  'GET /utility/getAuthors': 'user',
  'GET /utility/activity_log/export': 'r-activity_trail r-audit',
  'GET /utility/activity_log/summary': 'r-activity_trail r-audit',
  'GET /utility/debug_log': 'r-debug_log',
  'GET /utility/permissions': 'r-audit',
  'GET /utility/activity_log/changes': 'r-activity_trail r-audit',
  'GET /utility/activity_log/:id': 'r-activity_trail r-audit',
  'GET /utility/totals': 'user',
  'GET /utility/operations': 'r-operations',
  'GET /utility/operations/standing': 'r-operations',
  'POST /utility/operations/replay': 'u-operations',
  'POST /utility/operations/rebuild': 'u-operations',
  'GET /utility/mail': 'r-operations',
  'POST /utility/mail/resend': 'u-operations',
  'GET /evidence': 'r-audit',
  'GET /evidence/size': 'r-audit',
  'GET /evidence/:id': 'r-audit',
  'GET /evidence/:id/package': 'r-audit',
  'POST /evidence': 'r-audit',
  'POST /evidence/:id/cancel': 'r-audit',
  'GET /checkpoint': 'r-audit',
  'GET /checkpoint/keys': 'r-audit',
  'GET /checkpoint/standing': 'r-audit',
  'GET /checkpoint/verification': 'r-audit',
  'POST /checkpoint/verification': 'r-audit',
  'GET /checkpoint/latest': 'r-audit',
  'GET /checkpoint/latest/note': 'r-audit',
  'GET /checkpoint/inclusion': 'r-audit',
  'GET /checkpoint/consistency': 'r-audit',
  'GET /search': 'signed-in',
  'GET /search/passages': 'user',
  'GET /live': 'signed-in',
  'PUT /live/presence': 'user',
  'DELETE /live/presence/:tab': 'user',
  // The worked examples (tests/support).
  ...readInPortal('tender'),
  'GET /tender/bulk': 'r-tender u-tender',
  'PUT /tender/:key': 'u-tender c-tender d-tender',
  'GET /tender/:id/revert': 'u-tender c-tender d-tender +r-tender',
  'POST /tender/:id/revert': 'u-tender c-tender d-tender',
  ...Object.fromEntries(
    ['open', 'close', 'award'].flatMap((verb) => [
      [`POST /tender/:ids/${verb}`, 'u-tender'],
      [`POST /tender/matching/${verb}`, 'u-tender +r-tender'],
    ]),
  ),
  'POST /tender/:id/reorder': 'u-tender',
  'POST /tender/:id/move': 'u-tender d-tender',
  'PUT /category/:id/tender/categories': 'u-tender',
  'GET /utility/getTender': 'r-tender c-tender u-tender r-audit',
  'GET /utility/getEmployee': `r-employee c-employee u-employee ${submissions} r-comment c-comment u-comment r-tender c-tender u-tender`,
  ...single('site_notice'),
  'POST /site_notice/clear': 'u-site_notice',
}

/** Resources of which nothing is written above: they offer what their declaration makes usual (usual.ts). */
const unnamed = resources.filter(({ name, routes }) => routes === 'standard' && !Object.hasOwn(byHand, `GET /${name}`))

/** Who may call what: what is written by hand, and what follows for resources that came later. */
export const matrix: Readonly<Record<string, string>> = widened(byHand, unnamed, resources)

/** A call whose route does not tell alone what it needs: all of the permissions. `path` holds the ids of the records. */
export type Tried = { path: string; method: string; sent?: object; needs: readonly string[] }

const chapter = { title: 'One', url: '', children: [] }
const asJob =
  (verb: string, needs: readonly string[], sent: object = {}) =>
  (ids: readonly number[]): Tried => ({
    method: 'POST',
    path: '/job',
    sent: {
      commands:
        verb === 'create'
          ? [{ resource: 'tender', verb, sent }]
          : ids.map((id) => ({ resource: 'tender', verb, id, sent })),
    },
    needs,
  })

const update = ['u-tender']

/** What parts of a tender, several at once, Trash and jobs need. */
export const tenderCalls: readonly ((ids: readonly number[]) => Tried)[] = [
  () => ({ method: 'GET', path: '/tender?status=deleted', needs: ['r-tender', 'd-tender'] }),
  ([id]) => ({ method: 'PUT', path: `/tender/${id}`, sent: { name: 'Mine' }, needs: update }),
  ([id]) => ({
    method: 'PUT',
    path: `/tender/${id}`,
    sent: {
      chapters: [
        { ...chapter, id: 1000 },
        { ...chapter, id: 'new_1' },
      ],
    },
    needs: ['c-tender'],
  }),
  ([id]) => ({
    method: 'PUT',
    path: `/tender/${id}`,
    sent: { chapters: [{ ...chapter, id: 1000, title: 'Two' }] },
    needs: update,
  }),
  ([id]) => ({ method: 'PUT', path: `/tender/${id}`, sent: { chapters: [] }, needs: ['d-tender'] }),
  (ids) => ({ method: 'POST', path: `/tender/${ids.join(',')}/deactivate`, needs: update }),
  (ids) => ({ method: 'DELETE', path: `/tender/${ids.join(',')}`, needs: ['d-tender'] }),
  (ids) => ({ method: 'POST', path: `/tender/${ids.join(',')}/restore`, needs: ['d-tender'] }),
  asJob('create', ['c-tender'], { name: 'Mine', number: 1, type: 'goods' }),
  asJob('edit', update, { name: 'Mine' }),
  ...['activate', 'deactivate'].map((verb) => asJob(verb, update)),
  ...['delete', 'restore'].map((verb) => asJob(verb, ['d-tender'])),
  ...['open', 'close'].map((verb) => asJob(verb, update, { note: 'Mine' })),
  asJob('award', update, { amount: 1, supplier: 'Mine' }),
]

/** An audience in the words of the matrix. */
export const wordsOf = (audience: Audience): string => {
  if (typeof audience === 'string') return audience
  const { anyOf, besides, employees } = audience
  return [...anyOf, ...(besides ? [`+${besides}`] : []), ...(employees ? ['employees'] : [])].join(' ')
}

/** What a call needs beside its audience, when it is sent as the matrix test sends it. */
const inner: Readonly<Record<string, string>> = {
  // Without ?view=portal, for which r-homepage is enough.
  ...Object.fromEntries(
    ['post', 'page', 'banner', 'flash', 'popup', 'stationery', 'tender', ...unnamed.map(({ name }) => name)].flatMap(
      (name) => [
        [`GET /${name}`, `r-${name} r-audit`],
        [`GET /${name}/:key`, `r-${name} r-audit`],
      ],
    ),
  ),
  'GET /file': 'r-file r-audit',
  'POST /utility/config': 'u-configuration',
  // Only trees are edited by what is done to their entries, and they are sent nothing.
  'PUT /menubar': 'u-menubar',
  'PUT /tender/:key': 'u-tender',
  'GET /utility/activity_log': 'r-activity_trail r-audit',
}

export type Caller = { name: string; type: 'anonymous' | 'user' | 'employee'; perms: readonly string[] }

/** The words that let staff in when a call is sent as the matrix test sends it. */
const askedOf = (route: string): readonly string[] => (inner[route] ?? matrix[route] ?? '').split(' ')

/** The permissions each of which opens a route, when it takes one. */
export const openersOf = (route: string): readonly string[] => askedOf(route).filter((word) => /^[crudp]-/.test(word))

/** The permissions that a route asks for besides one of its openers. */
export const besidesOf = (route: string): readonly string[] =>
  askedOf(route).flatMap((word) => (word.startsWith('+') ? word.slice(1) : []))

/** What the matrix says to a caller: in, 401 or 403. */
export const verdict = (route: string, { type, perms }: Caller): 'in' | 401 | 403 => {
  const words = matrix[route]?.split(' ') ?? []
  if (words.includes('anyone')) return 'in'
  if (type === 'anonymous') return 401
  if (words.includes('signed-in') || words.includes(type)) return 'in'
  if (type === 'employee') return words.includes('employees') ? 'in' : 403
  if (besidesOf(route).some((permission) => !perms.includes(permission))) return 403
  return askedOf(route).some((word) => perms.includes(word)) ? 'in' : 403
}
