import { vi } from 'vitest'
import { mailSink, type Received, type Sink } from '../../platform/mail/sink.ts'

/** How a mail server behaves: takes everything, is away, takes the text and never answers, or says no for now or for good. */
export type MailMode = 'takes' | 'away' | 'hangs' | 'later' | 'never'

export type MailServer = {
  url: string
  /** What was received and answered. */
  received(): readonly Received[]
  become(mode: MailMode): Promise<void>
  /** The next code to an address, after so many mails to it. */
  code(address: string, seen: number): Promise<string>
  count(address: string): number
  close(): Promise<void>
}

const refusal = (code: number) => Object.assign(new Error('not today'), { responseCode: code })

const optionsOf = {
  later: { onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) => done(refusal(451)) },
  never: { onRcptTo: (_address: unknown, _session: unknown, done: (error?: Error) => void) => done(refusal(550)) },
  takes: {},
  hangs: {},
}

/** A mail server at one port that behaves as it is told. */
export const openMailServer = async (): Promise<MailServer> => {
  const sinks: Sink[] = [await mailSink()]
  const [{ port, url } = { port: 0, url: '' }] = sinks
  let isOpen = true
  const received = () => sinks.flatMap((sink) => sink.received)
  const to = (address: string) => received().filter((mail) => mail.to.includes(address))
  const shut = async () => {
    if (isOpen) await sinks.at(-1)?.close()
    isOpen = false
  }
  return {
    url,
    received,
    become: async (mode) => {
      await shut()
      if (mode === 'away') return
      sinks.push(await mailSink(optionsOf[mode], { at: port, answers: () => mode !== 'hangs' }))
      isOpen = true
    },
    count: (address) => to(address).length,
    code: async (address, seen) => {
      const codes = () =>
        to(address)
          .slice(seen)
          .flatMap(({ source }) => /(?<![\d#=-])\d{6}(?!\d)/.exec(source.slice(source.indexOf('\r\n\r\n')))?.[0] ?? [])
      await vi.waitUntil(() => codes().length > 0, { timeout: 60_000, interval: 50 })
      return codes().at(-1) ?? ''
    },
    close: shut,
  }
}
