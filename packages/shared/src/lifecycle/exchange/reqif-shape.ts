/**
 * Under this name `foreign` keeps what another tool calls a requirement: it goes out under it again, and is found by it
 * when it comes in anew.
 */
export const reqifId = 'ReqIF identifier'

/** What the attributes of a requirement are called in ReqIF: as we write them, then as others do. */
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
