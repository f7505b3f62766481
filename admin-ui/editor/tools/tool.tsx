import type { ReactNode } from 'react'

/** A button of the toolbar. */
export type Tool = { label: string; keys?: string; isOn?: boolean; isOff?: boolean; face: ReactNode; run: () => void }

/** Opens the dialogs of the toolbar. */
export type ToolbarOpeners = {
  onLink: () => void
  onPicture: () => void
  onChangePicture: () => void
  onGallery: () => void
  onVideo: () => void
  onFile: () => void
  onButton: () => void
  onCode: () => void
}

export const ToolButton = ({
  tool,
  disabled,
  className = 'tool',
}: {
  tool: Tool
  disabled: boolean
  className?: string
}) => (
  <button
    type="button"
    className={className}
    title={tool.face === tool.label ? undefined : tool.label}
    aria-label={tool.face === tool.label ? undefined : tool.label}
    aria-pressed={tool.isOn}
    aria-keyshortcuts={tool.keys}
    disabled={disabled || tool.isOff}
    // The selection in the text stays as it is.
    onMouseDown={(event) => event.preventDefault()}
    onClick={tool.run}
  >
    {tool.face}
  </button>
)
