/** One of the 42 work products of ISO/SAE 21434: its code and a short title, in our words. */
export interface WorkProduct {
  /** Such as WP-09-02. */
  readonly code: string
  readonly title: string
  /** The kinds of artefacts that it consists of; empty: a document. */
  readonly kinds: readonly string[]
}

const named = (code: string, title: string, ...kinds: string[]): WorkProduct => ({ code: `WP-${code}`, title, kinds })

/** Sorted by code. */
export const workProducts: readonly WorkProduct[] = [
  named('05-01', 'Policy, rules and processes'),
  named('05-02', 'Competence, awareness and improvement evidence'),
  named('05-03', 'Management-system evidence'),
  named('05-04', 'Tool-management evidence'),
  named('05-05', 'Organisational audit report'),
  named('06-01', 'Cybersecurity plan'),
  named('06-02', 'Cybersecurity case'),
  named('06-03', 'Assessment report'),
  named('06-04', 'Release for post-development report'),
  named('07-01', 'Interface agreement'),
  named('08-01', 'Sources for information'),
  named('08-02', 'Triggers', 'security-event'),
  named('08-03', 'Events', 'security-event'),
  named('08-04', 'Weaknesses from events'),
  named('08-05', 'Vulnerability analysis', 'vulnerability'),
  named('08-06', 'Evidence of managed vulnerabilities', 'vulnerability'),
  named('09-01', 'Item definition', 'system', 'component', 'function', 'channel', 'data', 'diagram'),
  named('09-02', 'TARA', 'threat-scenario'),
  named('09-03', 'Goals', 'goal'),
  named('09-04', 'Claims', 'claim'),
  named('09-05', 'Verification report for goals'),
  named('09-06', 'Concept', 'concept'),
  named('09-07', 'Verification report for the concept'),
  named('10-01', 'Specifications', 'specification', 'requirement'),
  named('10-02', 'Post-development requirements', 'production-control', 'decommissioning'),
  named('10-03', 'Modelling, design or programming-language documentation and guidelines'),
  named('10-04', 'Verification report for specifications'),
  named('10-05', 'Weaknesses found in development'),
  named('10-06', 'Integration and verification specification', 'test-case'),
  named('10-07', 'Integration and verification report'),
  named('11-01', 'Validation report', 'validation'),
  named('12-01', 'Production control plan', 'production-control'),
  named('13-01', 'Incident response plan'),
  named('14-01', 'End-of-support communication procedures', 'decommissioning'),
  named('15-01', 'Damage scenarios', 'damage-scenario'),
  named('15-02', 'Assets with properties', 'asset'),
  named('15-03', 'Threat scenarios', 'threat-scenario'),
  named('15-04', 'Impact ratings', 'damage-scenario'),
  named('15-05', 'Attack paths', 'attack-tree'),
  named('15-06', 'Attack feasibility ratings', 'attack-tree'),
  named('15-07', 'Risk values', 'threat-scenario'),
  named('15-08', 'Treatment decisions', 'threat-scenario', 'goal', 'claim'),
]

/** The groups of summaries: the clauses, and their subjects. */
export const workProductGroups = [
  { clauses: '05', title: 'Organisation' },
  { clauses: '06', title: 'Project' },
  { clauses: '07', title: 'Distributed' },
  { clauses: '08', title: 'Continual' },
  { clauses: '09', title: 'Concept' },
  { clauses: '10', title: 'Development' },
  { clauses: '11–14', title: 'Post-development' },
  { clauses: '15', title: 'TARA methods' },
] as const

/** The group of a work product, by its code. */
export function groupOf({ code }: Pick<WorkProduct, 'code'>): (typeof workProductGroups)[number]['clauses'] {
  const clause = code.slice(3, 5)
  return ['11', '12', '13', '14'].includes(clause)
    ? '11–14'
    : workProductGroups.find(({ clauses }) => clauses === clause)!.clauses
}
