import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adminTexts } from '../../domain/texts/en-admin.ts'
import { listTexts } from '../../domain/texts/en-lists.ts'
import { overviewTexts } from '../../domain/texts/en-overview.ts'
import { peopleTexts } from '../../domain/texts/en-people.ts'
import { portalTexts } from '../../domain/texts/en-portal.ts'
import { sharedTexts } from '../../domain/texts/en-shared.ts'
import { englishTexts } from '../../domain/texts/en.ts'
import { textsOf } from '../../domain/texts/declared.ts'
import { tender } from '../support/tender.ts'
import { uiTexts } from '../support/texts/ui-texts.ts'

const rooms = ['ui-shared', 'admin-ui', 'portal-ui']
const found = uiTexts(rooms)

// What docs/specification quotes, for the screens that exist, spelled as X17 and T1 say.
const quoted = [
  'Page {page} of {pages}',
  'Active',
  'Inactive',
  'Please Wait',
  'Access is denied. You may not have the appropriate permissions to access this page.',
  'Total Post',
  'Login activity',
  '#',
  'Name',
  'User Type',
  'Log',
  'Committed By',
  'Affected Model/ID',
  'Action Type',
  'Action Log',
  'Date',
  'ID',
  'Status',
  'Category',
  'Featured',
  'Copy',
  'Select Category',
  'Set As Featured',
  'Link copied to clipboard : {link}',
  'PAGE INFORMATION',
  'Homepage Management',
  'remove profile picture',
  'Save',
  'Display Name',
  'Email',
  'Post title',
  'Excerpt',
  'Thumbnail',
  'A featured post is shown on the landing page.',
  'Edit code',
  'Submit',
  'Hi, {fullname}',
  'Sign Out',
  'Untitled',
  'Add',
  'Back',
  'Actions',
  'Activate',
  'Deactivate',
  'Delete',
  'Cancel',
  'Activate Item?',
  'Deactivate Item?',
  'Delete Item? this action cannot be undone',
  'SUCCESS',
  'ERROR',
  'OK',
  'Login Verification',
  'Verify',
  'Resend',
  'Close',
  'Login verification failed',
  'This account does not exist.',
  'Employee sign-in',
  "Password and Confirm Password didn't match.",
  'Accept Terms',
  'Enter an email.',
  'Enter a password.',
  '{name} is required',
  '{name} is not valid',
  'Must be at least 8 characters, alphabetical and numerical accepted.',
  'Must be at least 8 characters, letters and digits.',
  'OOPS! Something went wrong here',
  'How did you get here',
  'Nothing left to do here.',
  'No Data Found',
  'No Role Assigned',
  'Dashboard',
  'Activity Trail',
  'Profile',
  'Read Full Message',
  'Hide Message',
  'READ FULL STORY',
  'No Post Found',
  'BACK',
  'Select a category',
  'Previous',
  'Next',
  'Logout',
  'Add to Tree',
  'Open in New Tab',
  'URL',
  'Alt text',
  'Home',
  'URGENT MESSAGE',
  'Search',
  'Welcome To Your Gallery',
  'Because every picture tells a story',
  'View Gallery',
  'Previous Gallery',
  'Next Gallery',
  'INTERNAL JOB POSTING',
  'VIEW POST',
  'ISO Center',
  'search by name',
  'BOARD OF EXECUTIVES',
  'DIVISION',
  'DEPARTMENT',
  'No employee found',
  'STATIONERY REQUISITION FORM',
  'EDIT PROFILE',
  'Document not found',
  'No Page Found',
  'Error',
  'Please fill the required field.',
]

describe('the catalogue of texts', () => {
  test('knows every text that a screen passes through t', () => {
    expect(found.filter(({ via }) => via === 't').length).toBeGreaterThan(150)
    const unknown = found.filter(({ via, text }) => (via === 't' || via === 'table') && !englishTexts.has(text))
    expect(unknown).toEqual([])
  })

  test('holds everything that the specification quotes for the screens that exist', () => {
    expect(quoted.filter((text) => text !== '#' && !englishTexts.has(text))).toEqual([])
  })

  test('holds what declarations say of parts of fields and of what verbs ask', () => {
    expect(textsOf(tender)).toEqual(
      expect.arrayContaining(['Caption', 'Contact name', 'Since', 'Tenders', 'Note', 'Supplier']),
    )
  })

  test('holds no text that no screen shows', () => {
    const files = rooms.flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => join(room, file)),
    )
    const source = files
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('\n')
    const listed = [...sharedTexts, ...adminTexts, ...listTexts, ...overviewTexts, ...peopleTexts, ...portalTexts]
    expect(listed.filter((text) => !source.includes(text))).toEqual([])
  })

  test.each([[sharedTexts], [adminTexts], [listTexts], [overviewTexts], [peopleTexts], [portalTexts]])(
    'lists no text twice',
    (listed) => {
      expect(listed.length).toBe(new Set(listed).size)
    },
  )
})

test('no screen shows a text that did not pass through the catalogue', () => {
  const names = ['HTML', 'CSS'] // the same in every language
  expect(found.filter(({ via, text }) => (via === 'jsx' || via === 'attribute') && !names.includes(text))).toEqual([])
})
