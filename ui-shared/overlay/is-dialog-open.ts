/** True while a dialog is open. */
export const isDialogOpen = (): boolean => document.querySelector('dialog:is([open], :popover-open)') !== null
