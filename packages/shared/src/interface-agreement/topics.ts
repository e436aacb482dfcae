/** Messages between the processes of the api about an agreement: an item is the name of the part that changed. */
export const topics = {
  /** Of both parties: it is no topic of an organisation. */
  agreement: (uuid: string) => `agreement.${uuid}`,
}

/** The parts of an agreement that a page reads apart. */
export const agreementParts = ['sheet', 'pages', 'exchange'] as const
export type AgreementPart = (typeof agreementParts)[number]
