import type { draftSender, Work } from './draft-sender.ts'

type Sender = ReturnType<typeof draftSender>

/** What sends drafts to the server, loaded once something is typed. Where it cannot be loaded the device keeps them. */
export const lazySender = () => {
  let made: Promise<Sender | null> | null = null
  const load = (): Promise<Sender | null> => {
    made ??= import('./draft-sender.ts').then(
      (room) => room.draftSender(),
      () => {
        made = null
        return null
      },
    )
    return made
  }
  return {
    plan: (work: Work): void => void load().then((sender) => sender?.plan(work)),
    flush: async (): Promise<boolean> => (await (await load())?.flush()) ?? false,
    stop: async (): Promise<void> => {
      if (made) await (await made)?.stop()
    },
    discard: async (id: string): Promise<void> => {
      await (await load())?.discard(id).catch(() => undefined)
    },
  }
}
