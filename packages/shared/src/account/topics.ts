import type { OrgUuid } from '../core/owned.ts'

/** What api processes tell each other and themselves over the bus. */
export const topics = {
  /** A job of the organisation moved; its table says how. */
  jobs: (org: OrgUuid) => `${org}.jobs`,
  /** A program's graph moved; its tables say how. */
  graphs: (org: OrgUuid) => `${org}.graphs`,
  /** The same of every organisation, for who serves all of them; an item is an organisation's uuid. */
  allGraphs: 'all.graphs',
  /** Who has a program open, as far as each api serves them. */
  presence: (org: OrgUuid, program: string) => `${org}.presence.${program}`,
}
