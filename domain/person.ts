/** Who works in the back office, as the type of those who act. */
export const staff = 'user'
/** Whom the portal is for. */
export const employees = 'employee'

/** The types of people, as every event names who acts; each is the resource that keeps them. */
export const personTypes = [staff, employees] as const
export type PersonType = (typeof personTypes)[number]

/** Somebody who acts, and not a job of the system. */
export type PersonActor = { type: PersonType; id: number }

type Typed = { type: string }

/** True for the name of a population: users or employees. */
export const isPersonType = (type: unknown): type is PersonType => personTypes.some((known) => known === type)
/** True for users of the back office. */
export const isStaff = ({ type }: Typed): boolean => type === staff
/** True for employees of the portal. */
export const isEmployee = ({ type }: Typed): boolean => type === employees
