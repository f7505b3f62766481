import type { SealedColumn } from '../platform/purpose-keys.ts'

/** Every column that is sealed by the key of a purpose: what rotate-master-key seals anew, and what an old database is recognised by. */
export const sealedColumns: readonly SealedColumn[] = [
  { purpose: 'personal keys', table: 'keys.subject', column: 'wrapped', bound: 'subject', first: 'created_at' },
  { purpose: 'secrets', table: 'command.secret', column: 'sealed', bound: 'id::text', first: 'kept_at' },
  { purpose: 'mail outbox', table: 'mail.outbox', column: 'sealed', bound: 'id::text', first: 'created_at' },
  { purpose: 'jobs', table: 'command.job_item', column: 'sent', bound: "job || ' ' || index", first: 'job, index' },
  {
    purpose: 'addresses',
    table: 'auth.address_key',
    column: 'sealed',
    bound: "to_char(month, 'YYYY-MM')",
    first: 'month',
  },
  { purpose: 'sheets', table: 'command.sheet', column: 'sealed', bound: 'id::text', first: 'created_at' },
]
