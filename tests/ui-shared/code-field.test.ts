import { expect, test } from 'vitest'
import { digitsOf } from '../../ui-shared/auth/code-field.tsx'

test.each([
  ['407123', '407123'],
  [' 407 123 ', '407123'],
  ['Your code: 407-123.', '407123'],
  ['４０７１２３', '407123'],
  ['40712345', '407123'],
  ['abc', ''],
])('a pasted %j is read as %j', (pasted, code) => {
  expect(digitsOf(pasted)).toBe(code)
})
