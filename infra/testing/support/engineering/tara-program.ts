import type { exchanging } from './exchange.ts'

type Member = ReturnType<typeof exchanging>

const noEffort = { potential: {}, cvss: {}, vector: null }
const effort = { potential: { time: 'week', expertise: 'expert' }, cvss: {}, vector: 'network' }

/**
 * Creates a small threat analysis with everything that an archive contains: artefacts in a project and outside of it, a
 * diagram, a tree with a control and an assumption, suspect links, ended links, a removed artefact, a baseline,
 * reviews, comments, and a custom method. Returns the uuid of the program.
 */
export async function fillWithTara(by: Member, reviewer: Member, name: string): Promise<string> {
  const program = await by.begin(name)
  const save = (input: object) => by.save(program, input)
  const {
    body: { project },
  } = await by.call('save-project', {
    program_uuid: program,
    name: `${name} ECU`,
    type: 'COMPONENT',
    description: 'The control unit.',
    milestone: { name: 'Release review', on: '2026-03-31' },
  })
  const [ecu, can, torque, driver] = await save({
    artefacts: [
      {
        kind: 'component',
        title: 'Control unit',
        fields: { category: 'ecu', ecu: 'HCU', description: 'Drives the lamps.\nTwo lines, "quoted", =1+1.' },
      },
      { kind: 'channel', title: 'Body CAN', fields: { medium: 'can', protocols: ['UDS', 'SecOC'] } },
      { kind: 'data', title: 'Lamp request' },
      { kind: 'component', title: 'Driver', fields: { category: 'person', external: true } },
      { kind: 'environment', title: 'Winter', fields: { conditions: ['-30 °C', 'Salt'] } },
    ],
  })
  await save({
    artefacts: [
      {
        kind: 'diagram',
        title: 'Data flow',
        fields: {
          layout: {
            nodes: [
              { uuid: ecu.uuid, x: 10, y: 20.5 },
              { uuid: driver.uuid, x: 200, y: 20 },
            ],
            edges: [{ channel: can.uuid, from: driver.uuid, to: ecu.uuid }],
          },
        },
      },
    ],
  })
  const [asset, spare] = await save({
    artefacts: [
      {
        kind: 'asset',
        title: 'Lamp request',
        project_uuid: project.uuid,
        fields: { properties: ['integrity', 'availability'], relevant: true },
      },
      { kind: 'asset', title: 'Removed later' },
    ],
  })
  const [damage] = await save({
    artefacts: [
      {
        kind: 'damage-scenario',
        title: 'Night drive without light',
        project_uuid: project.uuid,
        fields: { safety: 'severe', operational: 'major' },
      },
    ],
  })
  const [threat, other] = await save({
    artefacts: [
      {
        kind: 'threat-scenario',
        title: 'Spoofed lamp request',
        project_uuid: project.uuid,
        fields: {
          stride: ['spoofing'],
          annex5: ['4.1'],
          treatment: 'reduce',
          indicators: {
            detectors: ['timing'],
            event_ids: [32771],
            rules: ['Lamp rule'],
            can_ids: [291],
            buses: ['can0'],
            ecus: ['HCU'],
          },
        },
      },
      { kind: 'threat-scenario', title: '=HYPERLINK("x") threat', fields: { effort } },
    ],
  })
  const [control, assumption] = await save({
    artefacts: [
      { kind: 'control', title: 'SecOC', fields: { type: 'prevent', standing: 'planned', raises: effort } },
      { kind: 'assumption', title: 'The bus is inside' },
    ],
  })
  const [tree] = await save({
    artefacts: [
      {
        kind: 'attack-tree',
        title: 'Spoof it',
        project_uuid: project.uuid,
        fields: {
          tree: {
            root: 'R',
            steps: [
              { id: 'R', title: 'Lamp off', gate: 'or', parts: ['A', 'B'], effort: noEffort },
              {
                id: 'A',
                title: 'Send frames',
                gate: null,
                parts: [],
                effort,
                controls: [control.uuid],
                indicators: {
                  detectors: ['timing'],
                  event_ids: [],
                  rules: ['Lamp rule'],
                  can_ids: [291],
                  buses: [],
                  ecus: [],
                },
              },
              {
                id: 'B',
                title: 'Reflash',
                gate: null,
                parts: [],
                effort,
                caps: [{ assumption: assumption.uuid, factor: 'time', level: 'month' }],
                at: { x: 1, y: 2 },
              },
            ],
          },
        },
      },
    ],
  })
  const [goal, parent, child, testCase, product] = await save({
    artefacts: [
      { kind: 'goal', title: 'Authentic requests', project_uuid: project.uuid, fields: { property: ['authenticity'] } },
      {
        kind: 'requirement',
        title: 'Authenticate',
        fields: { text: 'Requests are authenticated.', type: 'cybersecurity', foreign: { Vendor: 'X <1>' } },
      },
      { kind: 'requirement', title: 'Use SecOC' },
      { kind: 'test-case', title: 'Replay', fields: { result: 'passed', run_on: '2026-03-01' } },
      { kind: 'work-product', title: 'TARA', fields: { work_product: 'WP-09-02' } },
    ],
  })
  const link = (kind: string, from: { uuid: string }, to: { uuid: string }) => ({ kind, from: from.uuid, to: to.uuid })
  await save({
    link: [
      link('connects', ecu, can),
      link('carries', can, torque),
      link('is-asset', torque, asset),
      link('harms', asset, damage),
      link('targets', asset, threat),
      link('leads-to', damage, threat),
      link('targets', asset, other),
      link('refined-in', threat, tree),
      link('answered-by', threat, goal),
      link('demands', goal, parent),
      link('refines', parent, child),
      link('realised', child, control),
      link('verified', child, testCase),
      link('evidences', threat, product),
      link('evidences', goal, product),
    ],
  })
  await save({ unlink: [link('evidences', goal, product)] })
  await by.call('save-baseline', { program_uuid: program, name: 'Gate 1', note: 'First look' })
  await save({ artefacts: [{ uuid: goal.uuid, kind: 'goal', revision: 1, title: 'Authentic and fresh requests' }] })
  await by.call('delete-artefacts', { program_uuid: program, artefacts: [{ uuid: spare.uuid, revision: 1 }] })
  await by.call('save-comment', { artefact_uuid: threat.uuid, text: 'Is this so?' })
  await by.call('save-comment', { artefact_uuid: threat.uuid, text: 'It is.' })
  const { body: requested } = await by.call('request-review', {
    artefact_uuid: damage.uuid,
    revision: 1,
    note: 'Please look',
  })
  await reviewer.call('decide-review', { review_uuid: requested.review_uuid, decision: 'approved', reason: 'Right.' })
  await by.call('request-review', { artefact_uuid: control.uuid, revision: 1 })
  return program
}
