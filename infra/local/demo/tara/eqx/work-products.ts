import type { ArtefactStatus } from '@carapace/shared/graph/artefacts/statuses'
import { workProducts as named } from '@carapace/shared/lifecycle/compliance/work-products'
import { demoArtefacts, type DemoArtefact } from '../build.ts'

type WorkProductState = readonly [
  status: ArtefactStatus,
  owner: string,
  evidence: readonly string[],
  from?: string,
  note?: string,
]

/** The state of each work product; the others are missing. */
const workProductStates: Readonly<Record<string, WorkProductState>> = {
  'WP-05-01': ['APPROVED', 'Quality', ['QMH-CS-01 rev. 6']],
  'WP-05-02': ['APPROVED', 'Human resources', ['Training records, yearly']],
  'WP-05-03': ['APPROVED', 'Quality', ['Certificate of the management system']],
  'WP-05-04': ['APPROVED', 'IT security', ['Register of tools rev. 14']],
  'WP-05-05': ['APPROVED', 'Quality', ['Audit report AR-31']],
  'WP-06-01': ['APPROVED', 'Jonas Lind', ['PLN-EQX24-CS rev. 9']],
  'WP-06-02': [
    'IN_PROCESS',
    'Jonas Lind',
    [],
    'CG-07 CG-11 CC-03',
    'Argument is written along the goals; evidence of development is missing.',
  ],
  'WP-06-03': ['CREATED', 'Assessor', [], undefined, 'Assessment in three weeks.'],
  'WP-07-01': ['IN_PROCESS', 'Purchasing', ['CIA Kestrel rev. 3', 'CIA Brightline rev. 5'], 'CO-31 CO-15'],
  'WP-08-01': ['APPROVED', 'Aiko Kimura', ['List of sources rev. 12']],
  'WP-08-02': ['APPROVED', 'Aiko Kimura', [], 'CE-01 CE-02 CE-03 CE-04 CE-06 CE-11'],
  'WP-08-03': ['APPROVED', 'Aiko Kimura', ['Monthly report of the SOC'], 'CE-01 CE-02 CE-07 CE-10'],
  'WP-08-04': ['IN_PROCESS', 'Sven Dahl', ['Register of weaknesses']],
  'WP-08-05': ['APPROVED', 'Sven Dahl', ['VA-REG-08']],
  'WP-08-06': ['CREATED', 'Sven Dahl', []],
  'WP-09-01': ['APPROVED', 'Jonas Lind', [], 'IT-01 IT-02 IT-03 IT-04 DF-01 DF-02'],
  'WP-09-02': ['APPROVED', 'Jonas Lind', ['TARA report rev. 4'], 'TS-031 TS-040 TS-051 TS-060'],
  'WP-09-03': ['APPROVED', 'Jonas Lind', [], 'CG-07 CG-08 CG-11 CG-14'],
  'WP-09-04': ['APPROVED', 'Jonas Lind', [], 'CC-01 CC-03 CC-07 CC-08'],
  'WP-09-05': ['IN_PROCESS', 'Maya Rao', [], 'CG-07 CG-11', 'To be repeated: goals changed.'],
  'WP-09-06': ['IN_PROCESS', 'Jonas Lind', [], 'SC-07 SC-08 SC-11 SC-22'],
  'WP-09-07': ['CREATED', 'Maya Rao', []],
  'WP-10-01': ['APPROVED', 'Kestrel, Brenner', [], 'DSP-002 DSP-003 DSP-005 DSP-007'],
  'WP-10-02': ['IN_PROCESS', 'Plant A', [], 'PC-001 PC-003 DC-001'],
  'WP-10-03': ['IN_PROCESS', 'Software', ['Coding rules rev. 7']],
  'WP-10-04': ['CREATED', 'Maya Rao', []],
  'WP-10-05': ['IN_PROCESS', 'Sven Dahl', [], 'TC-242 TC-266'],
  'WP-10-06': ['CREATED', 'Test', [], 'TC-208 TC-236'],
  'WP-11-01': ['CREATED', 'Test', [], 'VA-001 VA-003'],
  'WP-12-01': ['IN_PROCESS', 'Plant A', [], 'PC-001 PC-002 PC-003 PC-004 PC-005'],
  'WP-15-01': ['APPROVED', 'Jonas Lind', [], 'DS-012 DS-021 DS-030'],
  'WP-15-02': ['APPROVED', 'Jonas Lind', [], 'AS-04 AS-07 AS-11'],
  'WP-15-03': ['APPROVED', 'Jonas Lind', [], 'TS-031 TS-032 TS-042'],
  'WP-15-04': ['APPROVED', 'Jonas Lind', [], 'DS-012 DS-022 DS-040'],
  'WP-15-05': ['APPROVED', 'Jonas Lind', [], 'AT-031 AT-032 AT-060'],
  'WP-15-06': ['APPROVED', 'Jonas Lind', [], 'AT-031 AT-047'],
  'WP-15-07': ['IN_PROCESS', 'Maya Rao', [], 'TS-054 TS-060'],
  'WP-15-08': ['IN_PROCESS', 'Maya Rao', [], 'CG-15 CC-02'],
}

export const workProducts: readonly DemoArtefact[] = demoArtefacts(
  'work-product',
  { day: 60 },
  Object.fromEntries(
    named.flatMap(({ code, title }, i) => {
      const state = workProductStates[code]
      if (!state) return []
      const [status, owner, evidence, from, note = ''] = state
      return [
        [
          `WP-${String(i + 1).padStart(3, '0')}`,
          [
            title,
            { work_product: code, owner, evidence: [...evidence], note },
            { status, ...(from !== undefined && { from: { evidences: from } }) },
          ] as const,
        ],
      ]
    }),
  ),
)
