/** The address that dials a telephone number as people write it: without blanks, dashes and the "(0)" that is left out from abroad. */
export const telephoneLink = (number: string): string =>
  `tel:${number
    .normalize('NFKC')
    .replaceAll('(0)', '')
    .replace(/[\s().\u2010-\u2015/-]/g, '')}`
