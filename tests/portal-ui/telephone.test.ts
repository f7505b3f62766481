import { expect, it } from 'vitest'
import { telephoneLink } from '../../portal-ui/employee/telephone.ts'

it.each([
  ['+31 20 555 0100', 'tel:+31205550100'],
  ['+49 (0) 40 123-456', 'tel:+4940123456'],
  ['+49 (0)40 / 123 456', 'tel:+4940123456'],
  ['(020) 555.01.00', 'tel:0205550100'],
  ['＋81 3‐1234‐5678', 'tel:+81312345678'],
])('dials %s', (written, link) => {
  expect(telephoneLink(written)).toBe(link)
})
