import type { ReactNode } from 'react'

const shapes = {
  add: <path d="M8 3v10M3 8h10" />,
  back: <path d="M13 8H3M7 4 3 8l4 4" />,
  board: <path d="M2 2.500h12v11H2zM2 6h12M6.500 6v7.500" />,
  calendar: <path d="M2 3.5h12v10H2zM2 6.5h12M5 1.500v3M11 1.500v3" />,
  check: <path d="m3 8.5 3 3 7-7" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1" />
      <path d="M10.5 5.500v-3h-8v8h3" />
    </>
  ),
  down: <path d="m4 6 4 4 4-4" />,
  file: <path d="M4 1.500h5l3.5 3.500v9.500H4zM9 1.500V5h3.5" />,
  globe: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M2 8h12M8 2c2 1.800 2.500 4 2.500 6S10 12.200 8 14c-2-1.800-2.500-4-2.500-6S6 3.800 8 2z" />
    </>
  ),
  handle: <path d="M6 4h.01M10 4h.01M6 8h.01M10 8h.01M6 12h.01M10 12h.01" />,
  left: <path d="m10 4-4 4 4 4" />,
  menu: <path d="M2 4h12M2 8h12M2 12h12" />,
  more: <path strokeWidth="2.400" d="M3.500 8h.01M8 8h.01M12.500 8h.01" />,
  moon: <path d="M13.5 9.500A5.8 5.8 0 0 1 6.5 2.500a5.8 5.8 0 1 0 7 7z" />,
  out: <path d="M6.5 2.500h-4v11h4M10 5l3 3-3 3M13 8H6" />,
  pause: <path d="M5.5 3.500v9M10.5 3.500v9" />,
  play: <path d="m5 3.5 7 4.5-7 4.500z" />,
  right: <path d="m6 4 4 4-4 4" />,
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  star: <path d="m8 2 1.8 3.7 4 .6-2.9 2.8.7 4L8 11.200l-3.6 1.9.7-4L2.2 6.300l4-.6z" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="3" />
      <path d="M8 1v1.500M8 13.500V15M1 8h1.500M13.5 8H15M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1" />
    </>
  ),
  system: <path d="M2 3h12v8H2zM6 13.500h4M8 11v2.500" />,
  trash: <path d="M2.5 4.500h11M6 4.500v-2h4v2M4 4.500l.6 9h6.800l.6-9" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h7a4 4 0 0 1 0 8H6" />,
  up: <path d="m4 10 4-4 4 4" />,
  upload: <path d="M8 10.500v-8M5 5.500l3-3 3 3M2.5 11v2.500h11V11" />,
  view: (
    <>
      <path d="M1.5 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8z" />
      <circle cx="8" cy="8" r="2" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.5" r="3" />
      <path d="M2.5 14a5.5 5.5 0 0 1 11 0" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

/** A small drawing of 16 px; it says nothing by itself, the text or label beside it does. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    {shapes[name]}
  </svg>
)
