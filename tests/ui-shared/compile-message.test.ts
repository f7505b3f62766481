import { setupI18n } from '@lingui/core'
import { describe, expect, test } from 'vitest'
import { compileMessage } from '../../ui-shared/compile-message.ts'

const speak = (message: string, values: Record<string, string | number>) => {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
  i18n.setMessagesCompiler(compileMessage)
  return i18n._(message, values)
}

const fields = '{count, plural, one {# field} other {# fields}} changed and not saved.'
const cases = '{count, plural, =0 {none} one {one} other {{count} of {total}}}'

// What @lingui/message-utils 5.9.5, the library's own compiler, makes of the same messages.
const samples: [string, Record<string, string | number>, string][] = [
  ['Please Wait', {}, 'Please Wait'],
  ['Hi, {fullname}', { fullname: 'Ayu {x} Lestari' }, 'Hi, Ayu {x} Lestari'],
  ['Page {page} of {pages}', { page: 2, pages: 9 }, 'Page 2 of 9'],
  ["Password and Confirm Password didn't match.", {}, "Password and Confirm Password didn't match."],
  ["It''s '{braces}' of {who}", { who: 'Rina' }, "It's {braces} of Rina"],
  [fields, { count: 1 }, '1 field changed and not saved.'],
  [fields, { count: 3 }, '3 fields changed and not saved.'],
  [cases, { count: 0, total: 4 }, 'none'],
  [cases, { count: 2, total: 4 }, '2 of 4'],
  ['{type, select, user {Staff} other {Employee}} no. #{id}', { type: 'user', id: 5 }, 'Staff no. #5'],
  ['{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place: 22 }, '22nd'],
]

describe('the compiler of messages', () => {
  test.each(samples)('reads %s with %o', (message, values, words) => {
    expect(speak(message, values)).toBe(words)
  })

  test.each(['{open', '{a, plural, one {x}', '{when, date, short}'])(
    'shows a message it cannot read as written: %s',
    (message) => {
      expect(speak(message, {})).toBe(message)
    },
  )
})
