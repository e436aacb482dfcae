/** A cell of the grid of functions and guidewords, as it was judged. */
export interface Cell {
  readonly guideword: string
  readonly judgement: 'hazardous' | 'harmless' | 'not-applicable'
  /** Absent: the guideword does not apply. */
  readonly title?: string
  readonly reason?: string
  readonly item?: string
  readonly vehicle?: string
  /** Codes of the hazards that it creates. */
  readonly creates?: string
}

export const hazardous = (guideword: string, title: string, creates: string, item: string, vehicle: string): Cell => ({
  guideword,
  judgement: 'hazardous',
  title,
  creates,
  item,
  vehicle,
})
export const harmless = (guideword: string, title: string, reason: string): Cell => ({
  guideword,
  judgement: 'harmless',
  title,
  reason,
})
export const senseless = (guidewords: string, reason: string): Cell[] =>
  guidewords.split(' ').map((guideword) => ({ guideword, judgement: 'not-applicable', reason }))

/** What the team found about functions, by their codes. */
export type Judgements = Readonly<Record<string, { readonly title: string; readonly cells: readonly Cell[] }>>
