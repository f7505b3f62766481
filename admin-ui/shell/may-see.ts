import { can, type Me } from '../../ui-shared/session/me.ts'

/** True when records of an area are shown to the person: to its readers, and to auditors without what is personal. */
export const maySee = (me: Me | null, area: string | null): boolean => can(me, `r-${area}`) || can(me, 'r-audit')

/** True for whoever reads as an auditor and may change nothing. */
export const isOnlyAuditor = (me: Me | null): boolean =>
  can(me, 'r-audit') && !me?.perms.some((one) => /^[cud]-/.test(one))
