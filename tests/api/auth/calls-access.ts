import { recordCalls } from '../calls/call-row.ts'

/** Every row of the specification's call tables about users, roles and signing in (docs/specification/wire.md#calls). */
export const accessCalls: readonly string[] = [
  ...recordCalls('user'),
  ...recordCalls('role'),
  'GET /utility/getRoles',
  'GET /utility/getMenus',
  'POST /auth/login',
  'POST /auth/login_employee',
  'POST /auth/verification_login',
  'POST /auth/resend_otp',
  'POST /auth/register',
  'POST /auth/reset',
  'POST /auth/reset/employee',
  'GET /auth/change/{token}',
  'POST /auth/change/{token}',
  'GET /auth/change/{token}/employee',
  'POST /auth/change/{token}/employee',
  'GET /me',
  'GET /me/employee',
  'PATCH /me',
]
