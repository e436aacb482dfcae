import type { ProgramRole } from '@carapace/shared/graph/members/membership'

/** The title of each program role, and what it permits. */
export const roleWords: Readonly<Record<ProgramRole, { readonly title: string; readonly means: string }>> = {
  LEAD: { title: 'Lead', means: 'changes it, and chooses its members' },
  EDITOR: { title: 'Editor', means: 'changes its contents' },
  READER: { title: 'Reader', means: 'looks' },
}
