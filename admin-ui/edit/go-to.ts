const controls = [
  '.in, .select, [contenteditable=true], .editor-wait, .switch, .p-dropdown input',
  'input:not([type=file]), button',
]

/** Brings the control of a path into focus; where it is not drawn (in a dialog), the nearest part that is. */
export const goTo = (path: string): void => {
  for (let at = path; at !== ''; at = at.replace(/(\.[^.[\]]*|\[[^\]]*\]|^[^.[\]]+)$/, '')) {
    const spot = document.querySelector<HTMLElement>(`[data-path="${CSS.escape(at)}"]`)
    if (!spot) continue
    const found = controls.map((wanted) => spot.querySelector<HTMLElement>(wanted)).find((one) => one !== null)
    found?.focus()
    spot.scrollIntoView({ block: 'center' })
    return
  }
}
