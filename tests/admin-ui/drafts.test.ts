import { expect, test } from 'vitest'
import { draftRecord } from '../../admin-ui/edit/drafts/use-draft.ts'
import { resources } from '../../domain/catalog.ts'

test('keeps no draft of forms about people, and one of every other form', () => {
  const about = resources.filter(({ isPerson }) => isPerson)
  expect(about.length).toBeGreaterThan(1)
  for (const resource of about) {
    expect(draftRecord(resource, 7, 'tab')).toBeNull()
    expect(draftRecord(resource, null, 'tab')).toBeNull()
  }
  for (const resource of resources.filter(({ isPerson }) => !isPerson)) {
    expect(draftRecord(resource, 7, undefined)).toBe(`${resource.name}/7`)
    expect(draftRecord(resource, null, 'tab')).toBe(`${resource.name}/new/tab`)
  }
})
