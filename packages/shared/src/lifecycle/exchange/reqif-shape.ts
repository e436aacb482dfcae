/**
 * The key in `foreign` of a requirement's identifier in another tool: the requirement is exported with this identifier,
 * and is matched by it on the next import.
 */
export const reqifId = 'ReqIF identifier'

/** The names of a requirement's attributes in ReqIF: first the one that we write, then those of other tools. */
export const reqifNames = {
  title: ['ReqIF.Name', 'ReqIF.ChapterName', 'Title', 'Name'],
  text: ['ReqIF.Text', 'Text', 'Description', 'Object Text'],
  code: ['ReqIF.ForeignID', 'Code'],
  status: ['Status', 'State'],
  type: ['Type', 'Requirement type'],
  rationale: ['Rationale'],
  verification: ['Verified by', 'Verification method'],
  owner: ['Owner'],
  version: ['Version'],
} as const satisfies Record<string, readonly string[]>
export type ReqifName = keyof typeof reqifNames
