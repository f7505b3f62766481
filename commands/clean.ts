import type { JsonObject } from '../domain/event.ts'
import type { Fields } from '../domain/fields/values.ts'
import { fieldsWithin, leavesOfRecord, mapLeaves, picking } from '../domain/fields/walk.ts'
import { fieldProblem, rejectFields } from '../domain/rejected.ts'
import type { ContentCleaner } from '../platform/content/cleaner.ts'

const written = picking((field) => fieldsWithin(field).some(({ kind }) => kind === 'html' || kind === 'css'))

/** Makes what staff wrote safe to keep; CSS is kept as written and scoped when served, what will be left out is named now (D6). */
export const cleanWith =
  (cleaner: ContentCleaner) =>
  async (fields: Fields, values: JsonObject): Promise<{ values: JsonObject; removed: string[] }> => {
    const cleaned = new Map<string, string>()
    const removed = new Set<string>()
    for (const { path, field, value } of leavesOfRecord(written(fields), values)) {
      if (typeof value !== 'string' || value === '') continue
      if (field.kind === 'css')
        for (const what of (await cleaner.scopeCss(value, '.content')).removed) removed.add(what)
      if (field.kind !== 'html') continue
      const result = await cleaner.cleanHtml(value)
      // Escaping can make a text longer than what was sent.
      const read = field.input.safeParse(result.html)
      if (!read.success)
        rejectFields([fieldProblem(path, 'too_big', read.error.issues[0]?.message ?? 'The text is too long')])
      cleaned.set(path, result.html)
      for (const what of result.removed) removed.add(what)
    }
    if (cleaned.size === 0) return { values, removed: [...removed] }
    const safe = Object.entries(values).map(([name, value]) => {
      const field = fields[name]
      return [
        name,
        field ? mapLeaves(name, field, value, (leaf) => cleaned.get(leaf.path) ?? leaf.value) : value,
      ] as const
    })
    return { values: Object.fromEntries(safe), removed: [...removed] }
  }
