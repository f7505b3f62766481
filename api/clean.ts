import type { JsonObject } from '../domain/event.ts'
import { fieldProblem, rejectFields } from '../domain/rejected.ts'
import type { Resource } from '../domain/resource.ts'
import type { ContentCleaner } from '../platform/content/cleaner.ts'

/**
 * Makes what staff wrote safe to keep: HTML by the allow-list. CSS is kept as it was written and scoped whenever it is
 * served; what will be left out of it is named now (spec/decisions D6).
 */
export const cleanWith =
  (cleaner: ContentCleaner) =>
  async (resource: Resource, values: JsonObject): Promise<{ values: JsonObject; removed: string[] }> => {
    const cleaned: JsonObject = { ...values }
    const removed = new Set<string>()
    for (const [name, field] of Object.entries(resource.fields)) {
      const value = values[name]
      if (typeof value !== 'string' || value === '') continue
      if (field.kind === 'css')
        for (const what of (await cleaner.scopeCss(value, '.content')).removed) removed.add(what)
      if (field.kind !== 'html') continue
      const result = await cleaner.cleanHtml(value)
      // Escaping can make a text longer than what was sent.
      const read = field.input.safeParse(result.html)
      if (!read.success)
        rejectFields([fieldProblem(name, 'too_big', read.error.issues[0]?.message ?? 'The text is too long')])
      cleaned[name] = result.html
      for (const what of result.removed) removed.add(what)
    }
    return { values: cleaned, removed: [...removed] }
  }
