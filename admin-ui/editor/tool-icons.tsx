import type { ReactNode } from 'react'

const shapes = {
  bullets: <path d="M6.5 4h7M6.5 8h7M6.5 12h7M2.5 4h.01M2.5 8h.01M2.5 12h.01" />,
  numbers: <path d="M7 4h6.5M7 8h6.5M7 12h6.5M2 3l1-.5V6M2 9.5c.3-1 2-1 2 .1 0 .9-2 1.4-2 2.4h2" />,
  quote: <path d="M6.5 4.5c-2 .5-3.5 2-3.5 4.5v2.5h3.5V8H4.5M13.5 4.5c-2 .5-3.5 2-3.5 4.5v2.5h3.5V8h-2" />,
  clear: <path d="M4 3h8.5M8.2 3 6.6 9M3 13.5h6M10.5 9.5l4 4M14.5 9.5l-4 4" />,
  undo: <path d="M5.5 3 2.5 6l3 3M2.5 6h6.5a4 4 0 0 1 0 8H6" />,
  redo: <path d="m10.5 3 3 3-3 3M13.5 6H7a4 4 0 0 0 0 8h3" />,
} satisfies Record<string, ReactNode>

/** A small drawing for a tool; its name stands on the button. */
export const ToolIcon = ({ name }: { name: keyof typeof shapes }) => (
  <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
    {shapes[name]}
  </svg>
)
