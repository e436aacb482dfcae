/** The bus topics of an agreement: by the agreement and not by an organisation, since both sides listen. */
export const topics = {
  /** What changed: an item is an `AgreementNews`, without content. */
  agreement: (agreement: string) => `agreements.${agreement}`,
  /** Who has the agreement open, among the users whom each api process serves. */
  presence: (agreement: string) => `agreements.${agreement}.presence`,
}

/** The parts of an agreement that a viewer reads again when they changed. */
export const agreementParts = ['sheet', 'pages', 'exchange'] as const
export type AgreementPart = (typeof agreementParts)[number]

/** A part has changed, or somebody edits another row. */
export type AgreementNews = AgreementPart | { readonly user: string; readonly row: number | null }
