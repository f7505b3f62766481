import { useRef } from 'react'
import type { Resource } from '../../../domain/resource.ts'
import { t } from '../../../ui-shared/i18n.ts'
import { ask } from '../../../ui-shared/overlay/confirm.tsx'
import { asText, isSame } from '../fields/field-values.ts'
import { type FormValues, isAsked } from '../form-values.ts'

const namesOf = (resource: Resource, kind: 'html' | 'css') =>
  Object.keys(resource.fields).filter((name) => resource.fields[name]?.kind === kind)

const linesOf = async (content: string, css: string): Promise<string[]> => {
  const { findingsOf, sayTakenOut, takenOut } = await import('../../editor/review/review.ts')
  // Saving says it too, so an answer that does not come stops nobody.
  const removed = await takenOut(content, css).catch(() => [])
  const findings = findingsOf(content).map(({ words }) => words)
  return [...new Set([...findings, sayTakenOut(removed) ?? ''])].filter(Boolean)
}

/** Looks at changed texts before they are saved; answers whether to save. What was passed over once is not asked about again. */
export const useReview = (resource: Resource) => {
  const passed = useRef(new Set<string>())
  const isLooking = useRef(false)
  const look = async (before: FormValues, now: FormValues): Promise<boolean> => {
    const [style = ''] = namesOf(resource, 'css')
    const texts = namesOf(resource, 'html').filter(
      (name) => isAsked(resource, now, name) && !(isSame(now[name], before[name]) && isSame(now[style], before[style])),
    )
    const found = await Promise.all(texts.map((name) => linesOf(asText(now[name]), asText(now[style]))))
    const lines = found.flat()
    if (lines.every((line) => passed.current.has(line))) return true
    const isPassed = await ask({ title: t('Save the text as it is?'), words: lines, action: t('Save as it is') })
    if (isPassed) for (const line of lines) passed.current.add(line)
    return isPassed
  }
  // Whoever presses twice is asked once.
  return async (before: FormValues, now: FormValues): Promise<boolean> => {
    if (isLooking.current) return false
    isLooking.current = true
    try {
      return await look(before, now)
    } finally {
      isLooking.current = false
    }
  }
}
