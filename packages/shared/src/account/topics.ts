import type { OrgUuid } from '../core/owned.ts'

/** The bus topics on which api processes notify each other and themselves. */
export const topics = {
  /** A job of the organisation changed; its table has the details. */
  jobs: (org: OrgUuid) => `${org}.jobs`,
  /** A program's graph changed; its tables have the details. */
  graphs: (org: OrgUuid) => `${org}.graphs`,
  /** The same for every organisation, for processes that serve all of them; an item is an organisation's uuid. */
  allGraphs: 'all.graphs',
  /** Who has a program open, among the users whom each api process serves. */
  presence: (org: OrgUuid, program: string) => `${org}.presence.${program}`,
}
