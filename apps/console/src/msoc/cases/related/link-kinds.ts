import type { LinkKind } from '@carapace/shared/msoc/cases/cases'

/** The kinds of links in words. */
export const linkKindTexts: Readonly<Record<LinkKind, string>> = {
  case: 'Case',
  vehicle: 'Vehicle',
  observable: 'Observable',
  'threat-scenario': 'Threat scenario',
  component: 'Component',
  vulnerability: 'Vulnerability',
  artefact: 'Program artefact',
  'psirt-ticket': 'PSIRT ticket',
  reference: 'Reference',
}
