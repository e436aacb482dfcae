import { type Licence, licences } from '@carapace/shared/modules'

interface PlanOffer {
  readonly name: string
  readonly description: string
  /** Price a year, in whole units of the installation's currency. */
  readonly amount: number
  readonly allowedDays: number
  readonly features: readonly string[]
  readonly modules: readonly Licence[]
}

const engineering: readonly Licence[] = [
  'LIFECYCLE_CONCEPT_PHASE',
  'FUNCTIONAL_SAFETY_APP',
  'FMEA',
  'CATALOGUES',
  'CYBERSEC_INTERFACE_AGREEMENT',
  'LIFECYCLE_SBOM',
  'LIFECYCLE_VULN',
  'PSIRT',
]

/** The plans of a new installation until its operator changes them (`npm run admin -- plan …`). */
export const defaultPlans: readonly PlanOffer[] = [
  {
    name: 'Demo',
    description: 'Every module, for looking around.',
    amount: 0,
    allowedDays: 14,
    modules: licences,
    features: ['Every module', 'Simulated fleet'],
  },
  {
    name: 'Operations',
    description: 'The security operations centre for a fleet.',
    amount: 24_000,
    allowedDays: 365,
    modules: ['MSOC', 'CTI'],
    features: [
      'Live map, alerts and cases',
      'CAN, Ethernet and host detection',
      'Threat intelligence',
      'Lifecycle and TARA (not included)',
      'Interface agreement (not included)',
    ],
  },
  {
    name: 'Engineering',
    description: 'Cybersecurity and safety from concept to decommissioning.',
    amount: 18_000,
    allowedDays: 365,
    modules: engineering,
    features: [
      'Lifecycle and TARA',
      'Functional safety and FMEA',
      'SBOM, vulnerabilities and PSIRT',
      'Interface agreement',
      'Security operations centre (not included)',
    ],
  },
  {
    name: 'Complete',
    description: 'Both halves, and what joins them.',
    amount: 36_000,
    allowedDays: 365,
    modules: licences,
    features: [
      'Everything of Operations',
      'Everything of Engineering',
      'Alerts linked to threat scenarios',
      'EV simulation',
    ],
  },
]
