import type { ProgramRole } from '@carapace/shared/graph/members/membership'

/** What somebody is in a program, and what they may by it. */
export const roleWords: Readonly<Record<ProgramRole, { readonly title: string; readonly means: string }>> = {
  LEAD: { title: 'Lead', means: 'changes it, and chooses its members' },
  EDITOR: { title: 'Editor', means: 'changes what is in it' },
  READER: { title: 'Reader', means: 'looks' },
}
