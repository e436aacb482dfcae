import type { LicenceVerdict } from '@carapace/shared/sbom/policies.contract'
import { Badge, type Tone } from '../core/ui/status-badge.tsx'

const tones: Readonly<Record<LicenceVerdict, Tone>> = { allow: 'green', review: 'yellow', deny: 'red' }
const texts: Readonly<Record<LicenceVerdict, string>> = { allow: 'Allowed', review: 'To review', deny: 'Denied' }

/** The policy's verdict on a licence. */
export function VerdictBadge({ verdict }: { readonly verdict: LicenceVerdict }) {
  return <Badge tone={tones[verdict]}>{texts[verdict]}</Badge>
}
