import type { Role } from '@carapace/shared/modules'
import { sentenceCase } from '../core/format/format.ts'
import { Badge } from '../core/ui/status-badge.tsx'

/** A role; administrators are highlighted. */
export function RoleBadge({ role }: { readonly role: Role }) {
  return <Badge tone={role === 'ADMIN' ? 'purple' : 'grey'}>{sentenceCase(role)}</Badge>
}
