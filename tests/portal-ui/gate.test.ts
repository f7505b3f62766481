import { describe, expect, test } from 'vitest'
import { judge } from '../../portal-ui/gate.ts'

const employee = { type: 'employee' as const, perms: [] }
const editor = { type: 'user' as const, perms: ['r-post', 'r-homepage'] }
const clerk = { type: 'user' as const, perms: ['r-post', 'r-homepage-draft'] }
const plain = new URLSearchParams('page=2')
const marked = new URLSearchParams('page=2&preview=1')

describe('the gate of the portal', () => {
  test('sends whoever is not signed in to the sign-in', () => expect(judge(null, marked, true)).toBe('sign-in'))
  test('lets employees in', () => expect(judge(employee, plain, false)).toBe('enter'))
  test('sends users to the dashboard', () => expect(judge(editor, plain, false)).toBe('dashboard'))
  test('shows the portal to users with r-homepage who ask for the preview', () =>
    expect(judge(editor, marked, false)).toBe('enter'))
  test('keeps the mark of the preview in the address', () => expect(judge(editor, plain, true)).toBe('mark-preview'))
  test('refuses the preview without r-homepage', () => expect(judge(clerk, marked, true)).toBe('dashboard'))
})
