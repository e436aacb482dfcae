import type { createAgreement } from '@carapace/shared/interface-agreement/agreements.contract'
import type { z } from 'zod'

type Source = z.input<typeof createAgreement.input>['from']

/** What a new agreement begins with, from its option's value: `standard`, `template <uuid>`, `agreement <uuid>`. */
export function sourceOf(value: string): Source {
  const [what, uuid] = value.split(' ')
  return (what === 'template' || what === 'agreement') && uuid !== undefined ? { what, uuid } : { what: 'standard' }
}
