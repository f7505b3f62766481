/** A page that is measured: who opens it, where, and whether a person begins there. */
export type Measured = { name: string; who: 'user' | 'employee' | null; path: string; isFirst?: true }

/** The kinds of pages of both apps, with records of the demo company. */
export const pages: readonly Measured[] = [
  { name: 'sign-in of staff', who: null, path: '/auth/login', isFirst: true },
  { name: 'dashboard', who: 'user', path: '/dashboard', isFirst: true },
  { name: 'list of posts', who: 'user', path: '/dashboard/post', isFirst: true },
  { name: 'form of a post', who: 'user', path: '/dashboard/post/winter-hours-of-the-front-desk' },
  { name: 'form of a gallery', who: 'user', path: '/dashboard/page/a-year-at-the-quay' },
  { name: 'new post', who: 'user', path: '/dashboard/post/create' },
  { name: 'form of a user', who: 'user', path: '/dashboard/user/1' },
  { name: 'form of a role', who: 'user', path: '/dashboard/role/1' },
  { name: 'form of an employee', who: 'user', path: '/dashboard/employee/6' },
  { name: 'menu', who: 'user', path: '/dashboard/menubar' },
  { name: 'homepage', who: 'user', path: '/dashboard/homepage' },
  { name: 'list of banners', who: 'user', path: '/dashboard/banner' },
  { name: 'configuration', who: 'user', path: '/dashboard/configuration' },
  { name: 'trail', who: 'user', path: '/dashboard/activity_trail' },
  { name: 'reviews', who: 'user', path: '/dashboard/reviews' },
  { name: 'sign-in of employees', who: null, path: '/auth/employee', isFirst: true },
  { name: 'landing page', who: 'employee', path: '/', isFirst: true },
  { name: 'post', who: 'employee', path: '/post/winter-hours-of-the-front-desk', isFirst: true },
  { name: 'gallery', who: 'employee', path: '/a-year-at-the-quay' },
  { name: 'directory', who: 'employee', path: '/employee' },
  { name: 'a colleague', who: 'employee', path: '/employee/6' },
  { name: 'jobs', who: 'employee', path: '/jobs' },
  { name: 'sent requests', who: 'employee', path: '/profile/requests' },
]
