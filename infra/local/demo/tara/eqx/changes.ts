import type { DemoArtefact } from '../build.ts'
import { type Amendment, amended, type DemoBaseline, type DemoComment } from '../demo-content.ts'

/** Threat scenarios come first; their treatment was decided some days later. */
export const treatmentsDecided = (threats: readonly DemoArtefact[]): Amendment[] =>
  threats
    .filter(({ fields }) => fields.treatment !== undefined)
    .map(({ code, day, by, to }) =>
      amended(
        'threat-scenario',
        code,
        { treatment: null, treatment_reason: '' },
        { day: day - 4, by, confirmed: Object.values(to).join(' ') },
      ),
    )

/** Recent changes. They make fourteen links suspect, which wait for a review. */
export const lateChanges: readonly Amendment[] = [
  amended(
    'asset',
    'AS-07',
    { description: 'Sessions, SecurityAccess (0x27) and routines, over OBD.' },
    { day: 19, confirmed: 'TS-041 TS-042 DS-021 DS-022' },
  ),
  amended(
    'damage-scenario',
    'DS-030',
    { financial: 'major', rationale: 'Affects doors and climate, not brakes; a service that is shut down for weeks.' },
    { day: 17, by: 'Maya Rao', confirmed: 'TS-052 TS-054' },
  ),
  amended(
    'goal',
    'CG-11',
    { description: 'Programming and routines are available only to an authenticated tester.' },
    { day: 16, confirmed: 'VA-001' },
  ),
  amended(
    'requirement',
    'CSR-135',
    { text: 'A branch of a bus that can be reached from outside shall be joined through a filter.' },
    { day: 15 },
  ),
  amended(
    'damage-scenario',
    'DS-012',
    {
      operational: 'major',
      rationale: 'Collision at full torque within a second: survival uncertain. Repair or total loss.',
    },
    { day: 14, confirmed: 'TS-031 TS-010' },
  ),
  amended('assumption', 'AU-04', { holds: 'confirmed' }, { day: 13, by: 'Maya Rao', confirmed: 'TS-041' }),
  amended(
    'goal',
    'CG-07',
    { description: 'The inverter acts upon a torque request only if it comes from the VCU of this vehicle.' },
    { day: 12, confirmed: 'SC-07 CSR-112 VA-002' },
  ),
  amended(
    'requirement',
    'CSR-141',
    { text: 'Until service 0x29 is introduced, SecurityAccess shall wait one minute after three wrong keys.' },
    { day: 10, confirmed: 'CTL-12 DSP-004' },
  ),
  amended(
    'requirement',
    'CSR-114',
    {
      text:
        'MotorTorqueRequest (0x0A0) shall carry 24 bits of an AES-CMAC over identifier and data, and 8 bits of ' +
        'freshness.',
      version: '1.0',
    },
    { day: 9, confirmed: 'CTL-09 DSP-001' },
  ),
  amended(
    'requirement',
    'CSR-171',
    { text: 'SSH of the unit shall accept certificates alone, issued for one vehicle.' },
    { day: 8, by: 'Maya Rao', confirmed: 'CTL-14 DSP-009 CSR-172 CSR-173 CSR-174' },
  ),
  amended(
    'goal',
    'CG-22',
    { description: 'A door opens, and the drive is released, only if a valid key is near.' },
    { day: 7, by: 'Maya Rao' },
  ),
  amended(
    'requirement',
    'CSR-193',
    { text: 'Lending a key shall need the card at the car beside the account.' },
    { day: 6, by: 'Maya Rao', confirmed: 'CTL-16 CSR-194 CSR-195' },
  ),
]

export const comments: readonly DemoComment[] = [
  {
    code: 'TS-031',
    day: 11,
    by: 'Maya Rao',
    text:
      'The SOC has seen 0x0A0 at a wrong period again. Is path 1 still a week, or does a dongle from the web do it ' +
      'in a day?',
  },
  {
    code: 'TS-031',
    day: 10,
    by: 'Jonas Lind',
    text:
      'The dongle needs the seed trick of TS-040 for this gateway. It takes a week until the delay timer is out; ' +
      'then it is half a year.',
  },
  {
    code: 'TS-044',
    day: 8,
    by: 'Jonas Lind',
    text:
      'Rated low because of the search for an id. The penetration test needed two days at the headlamp: 0x310 ' +
      'passes. I would make it medium after CSR-135.',
  },
  {
    code: 'TS-040',
    day: 15,
    by: 'Jonas Lind',
    text:
      'DoIP in the workshop is a second way in now. Paths W2 were added; the window is difficult because one must ' +
      'be in the workshop.',
  },
  {
    code: 'TS-054',
    day: 9,
    by: 'Maya Rao',
    text: 'Three of 212 calls still answer. The fix is in review; I requested CTL-06 before the winter campaign.',
  },
  {
    code: 'TS-070',
    day: 12,
    by: 'Maya Rao',
    text:
      'The relay opened the doors because the anchors were not fitted in that car. To be repeated with a car of ' +
      'sample C.',
  },
  {
    code: 'CG-07',
    day: 12,
    by: 'Jonas Lind',
    text: 'Freshness was missing: a replay of 100 ms satisfied the goal to the letter.',
    isResolved: true,
  },
  {
    code: 'CSR-114',
    day: 9,
    by: 'Jonas Lind',
    text:
      'The full freshness value goes into the authenticator, only eight bits of it onto the bus. Kestrel confirmed ' +
      'the load.',
  },
  { code: 'TC-234', day: 11, by: 'Maya Rao', text: 'Please attach the capture.', isResolved: true },
  { code: 'CTL-12', day: 17, by: 'Maya Rao', text: 'A reset ends the delay in the present sample: not yet a control.' },
  {
    code: 'CSR-216',
    day: 40,
    by: 'Maya Rao',
    text: 'Rejected: what the cluster shows while keys are missing, at the end of the line, is left open.',
  },
  {
    code: 'AS-14',
    day: 26,
    by: 'Jonas Lind',
    text:
      'Threats to the emergency call come with the next workshop; regulation wants it to work without any back end ' +
      'of ours.',
  },
]

export const baselines: readonly DemoBaseline[] = [
  {
    name: 'Concept freeze',
    note: 'What the concept phase was finished with: item, assessment, goals and concepts.',
    day: 78,
    by: 'Jonas Lind',
  },
  { name: 'Sample C', note: 'For suppliers: requirements and specifications of sample C.', day: 34, by: 'Jonas Lind' },
  { name: 'Before the assessment', note: 'Handed to the assessor.', day: 20, by: 'Maya Rao' },
]
