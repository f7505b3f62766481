import { AlertHost } from './alert.tsx'
import { ConfirmHost } from './confirm.tsx'
import { DialogHost } from './shown.tsx'
import { ToastHost } from './toast.tsx'

/** Toasts, alerts, questions and dialogs; stands once in each app. */
export const OverlayHosts = () => (
  <>
    <ToastHost />
    <AlertHost />
    <ConfirmHost />
    <DialogHost />
  </>
)
