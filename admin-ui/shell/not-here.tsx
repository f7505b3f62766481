import { Navigate } from 'react-router-dom'

/** Unknown addresses lead to the error page (T22). */
export const NotHere = () => <Navigate to="/error" replace />
