import type { Held } from './list-declaration.ts'

/**
 * A list of what came in: its address below /dashboard, its title, and which of the records it shows (`where`; all when it says nothing). `receivers` names the
 * setting with the addresses that are told of each.
 */
export type InboxList<Name extends string = string> = {
  path: string
  title: string
  where: Held<Name, string>
  receivers: string
}

/**
 * Records that employees send and staff work off: each has a number to name it by, and is unread to everybody who has not opened it.
 * `about` names the fields that tell somebody who does not have it open which one it is.
 */
export type Inbox<Name extends string = string> = {
  number: string
  about?: readonly Name[]
  lists: readonly [InboxList<Name>, ...InboxList<Name>[]]
}

/** `REQ-2026-0042`: what it is, the year in which it came in, its id (W6). */
export const numberOf = ({ number }: Inbox, id: number, createdAt: string): string =>
  `${number}-${createdAt.slice(0, 4)}-${String(id).padStart(4, '0')}`

/** The list in which a record with these values stands. */
export const inboxListOf = ({ lists }: Inbox, values: Readonly<Record<string, unknown>>): InboxList =>
  lists.find(({ where }) => Object.entries(where).every(([name, value]) => values[name] === value)) ?? lists[0]
