import type { FastifyRequest } from 'fastify'
import { type Language, languageOf } from '../../domain/texts/languages.ts'
import type { Message } from '../../domain/message.ts'
import { loadedCatalogue } from '../../platform/lazy/catalogue.ts'
import { inLanguage } from '../../domain/texts/translate.ts'

const weightOf = (range: string): number => Number(/;\s*q=([\d.]+)/.exec(range)?.[1] ?? 1)

/** The language that a client asks for (Accept-Language, RFC 9110 §12.5.4). */
export const askedLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language => {
  const ranges = (headers['accept-language'] ?? '').split(',').filter((range) => weightOf(range) > 0)
  return languageOf(
    ranges.toSorted((one, other) => weightOf(other) - weightOf(one)).map((range) => range.split(';')[0] ?? ''),
  )
}

/** The language of who asks: the one they keep, else what the client asks for. */
export const languageFor = (request: Pick<FastifyRequest, 'headers' | 'session'>): Language =>
  request.session?.language ?? askedLanguage(request)

/** Says messages in the language of who asks. */
export const speakerFor = async (
  request: Pick<FastifyRequest, 'headers' | 'session'>,
): Promise<(message: Message | string) => string> => {
  const language = languageFor(request)
  // English is better than no sentence.
  const texts = await loadedCatalogue(language).catch(() => ({}))
  return (message) =>
    inLanguage(typeof message === 'string' ? { id: message, values: {} } : message, { language, texts })
}
