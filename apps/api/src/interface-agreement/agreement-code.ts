/** The code of an agreement by its number in the author's organisation: CIA-0031. */
export const codeOfAgreement = (number: number): string => `CIA-${String(number).padStart(4, '0')}`
