import { AlertHost } from './alert.tsx'
import { ConfirmHost } from './confirm.tsx'
import { ToastHost } from './toast.tsx'

/** Toasts, alerts and questions; stands once in each app. */
export const OverlayHosts = () => (
  <>
    <ToastHost />
    <AlertHost />
    <ConfirmHost />
  </>
)
