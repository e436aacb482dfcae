import { workProducts } from '../lifecycle/compliance/work-products.ts'
import { type AgreementRow, noReference, RowValues } from './row.ts'

/** A work product of a clause by its code, or one that no clause names by its title; and what it is to contain. */
type Entry = readonly [codeOrTitle: string, content: string]

/** The shipped rows: headings with their work products. The contents are ours. */
const sections: readonly (readonly [title: string, entries: readonly Entry[]])[] = [
  [
    'Cybersecurity Management Organisation',
    [
      ['05-01', 'Which policy, rules and processes each party works by, and where they differ for this project.'],
      ['05-02', 'That the people who work on the item are trained, know their duties, and that lessons are drawn.'],
      ['05-03', 'Certificates and audit results of the management systems that the work relies on.'],
      ['05-04', 'Which tools could weaken the item, and how they are chosen, configured and kept up to date.'],
      ['05-05', 'When and by whom the organisation was last audited, and what is still open.'],
    ],
  ],
  [
    'Project Dependent Cybersecurity Management',
    [
      [
        'Project plan, customer',
        'Phases, milestones and people of the customer, as far as the supplier depends on them.',
      ],
      [
        'Project plan, supplier',
        'Phases, milestones and people of the supplier, as far as the customer depends on them.',
      ],
      ['Time schedule, customer', 'Days on which the customer delivers, decides and expects results.'],
      ['Time schedule, supplier', 'Days on which the supplier delivers, needs input and expects decisions.'],
      ['Risk list, customer', 'Risks to the project that the customer sees, with owner and measure.'],
      ['Risk list, supplier', 'Risks to the project that the supplier sees, with owner and measure.'],
      [
        '06-01',
        'Activities, responsibilities, schedule and dependencies for this component, with tailoring and its reason.',
      ],
      ['06-02', 'The argument that the component is secure enough, with references to its evidence.'],
      ['Assessment plan', 'Who assesses what, when, how independently, and with which access.'],
      ['06-03', 'Result of the assessment: accepted, accepted under conditions, or rejected, with the findings.'],
      ['06-04', 'Who releases the component for production, on which evidence, and with which open points.'],
    ],
  ],
  [
    'Continuous Cybersecurity Activities',
    [
      ['08-01', 'Which sources each party watches, and what it passes on to the other one.'],
      ['08-02', 'What makes a piece of information worth an evaluation.'],
      ['08-03', 'Events that concern the item, and how fast the other party hears of them.'],
      ['08-04', 'Weaknesses that were found in events, and which components have them.'],
      ['08-05', 'Whether a weakness can be exploited in the item, by which path, and how grave that would be.'],
      ['08-06', 'How each vulnerability was treated, by whom, and what vehicles in the field received.'],
    ],
  ],
  [
    'Risk Assessment Methods',
    [
      ['15-01', 'Damage to road users and to the parties that the component could contribute to.'],
      ['15-02', 'Assets of the component with the properties that must hold.'],
      ['15-03', 'Threat scenarios against these assets, and which party analyses which of them.'],
      ['15-04', 'Impact on safety, finances, operation and privacy, rated by one agreed scale.'],
      ['15-05', 'How attackers could get through, across the border between both parties, too.'],
      ['15-06', 'Feasibility of the attack paths, rated by one agreed method.'],
      ['15-07', 'Risk values by one agreed matrix.'],
      ['15-08', 'For each risk whether it is avoided, reduced, shared or retained, and who bears it.'],
    ],
  ],
  [
    'Concept Phase',
    [
      ['09-01', 'Boundary, functions, interfaces and environment of the item, and what is assumed of the rest.'],
      ['09-02', 'Threat analysis and risk assessment of the item or component.'],
      ['09-03', 'Cybersecurity goals that the component must reach or contribute to, with their assurance levels.'],
      ['09-04', 'Claims why a risk is retained or shared, and what keeps them true.'],
      ['09-05', 'That goals and claims are complete, correct and consistent with the analysis.'],
      ['09-06', 'Requirements and their allocation: what the component does, and what the other party does.'],
      ['09-07', 'That the concept reaches the goals, and fits the item.'],
    ],
  ],
  [
    'Product Development',
    [
      ['10-01', 'Cybersecurity specifications with the architecture, as far as the other party needs them.'],
      ['10-02', 'What production, operation and decommissioning have to do, so that the component stays secure.'],
      ['10-03', 'Languages, notations and guidelines, such as those for secure coding.'],
      ['10-04', 'That the specifications meet the requirements of the level above.'],
      ['10-05', 'Weaknesses found in development, with what was done about them.'],
      ['10-06', 'How integration is verified: fuzzing, penetration tests, scans; with the criteria to pass.'],
      ['10-07', 'Results of these tests, with their environment and what did not pass.'],
    ],
  ],
  [
    'Cybersecurity Validation',
    [['11-01', 'That the goals are reached by the item in the vehicle, and that no unreasonable risk remains.']],
  ],
  [
    'Production',
    [['12-01', 'How keys and software are put into the component, and how production itself is protected.']],
  ],
  [
    'Operations and Maintenance',
    [['13-01', 'Who does what within which time if a vulnerability is exploited; contacts at any hour; updates.']],
  ],
  [
    'End of Cybersecurity Support and Decommissioning',
    [['14-01', 'Until when there is support, how its end is announced, and how secrets leave vehicles.']],
  ],
  [
    'Distributed Cybersecurity activities',
    [
      ['07-01', 'This agreement itself: its versions, and who signs them for each party.'],
      ['Contact and escalation list', 'People and deputies for each subject, and whom to call if they do not answer.'],
      ['Change management procedure', 'How a change by one party is announced, judged by the other, and taken over.'],
      [
        'Tool and exchange-format list',
        'Formats and tools for requirements, models, bills of materials and test results.',
      ],
      ['Quality and joint review plan', 'When both parties review together, what, and by which criteria.'],
    ],
  ],
]

const titles = new Map(workProducts.map(({ code, title }) => [code, title]))

/** The shipped template: 64 rows, numbered from 1 (rule AGREEMENT-1). */
export const agreementTemplate: readonly AgreementRow[] = sections
  .flatMap(([title, entries]) => [
    { is_heading: true as const, title, colspan: 21 as const },
    ...entries.map(([codeOrTitle, content]) => {
      const reference = `WP-${codeOrTitle}`
      const known = titles.get(reference)
      const values = RowValues.parse({
        work_product: known ?? codeOrTitle,
        iso_reference: known === undefined ? noReference : reference,
        explanation_remarks_expected_content: content,
      })
      return { is_heading: false as const, ...values }
    }),
  ])
  .map((row, at) => ({ id: at + 1, ...row }))
