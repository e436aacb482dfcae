/** The code of an agreement, from its number in the author's organisation: CIA-0031. */
export const agreementCode = (number: number): string => `CIA-${String(number).padStart(4, '0')}`
