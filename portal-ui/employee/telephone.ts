// As people write it, without blanks, dashes and the "(0)" that is left out from abroad.
const digitsOf = (number: string): string =>
  number
    .normalize('NFKC')
    .replaceAll('(0)', '')
    .replace(/[\s().\u2010-\u2015/-]/g, '')

/** The address that dials a telephone number. */
export const telephoneLink = (number: string): string => `tel:${digitsOf(number)}`

/** The address that begins a short message to a number. */
export const messageLink = (number: string): string => `sms:${digitsOf(number)}`
