import { amended, type Amendment, type DemoComment } from '../../demo-content.ts'

/** What was rated otherwise at first. Each change was looked at where it matters, so that no link is suspect. */
export const brakeChanges: readonly Amendment[] = [
  amended(
    'hazardous-event',
    'HE-014',
    { controllability: 'C2', controllability_reason: 'Drivers counter-steer by reflex; to be confirmed on the track.' },
    { day: 117, by: 'Maya Rao', confirmed: 'SG-03' },
  ),
  amended(
    'safety-goal',
    'SG-03',
    { ftti_ms: 200, handling_ms: null },
    { day: 17, by: 'Maya Rao', confirmed: 'FSC-03 FSR-021 FSR-026 FSR-027 FSR-028 FT-03 STC-014 STC-017' },
  ),
]

export const brakeComments: readonly DemoComment[] = [
  {
    code: 'SG-03',
    day: 16,
    by: 'Maya Rao',
    text:
      '185 ms on the track against an FTTI of 150 ms. The finding stays until release 0.9 is measured; the offset of ' +
      '0.42 m alone would be fine.',
  },
  {
    code: 'SG-07',
    day: 35,
    by: 'Jonas Lind',
    text: 'With HE-032 this becomes B. The cluster was ordered with A: I have asked Kittiwake what B takes.',
  },
  {
    code: 'HE-014',
    day: 117,
    by: 'Jonas Lind',
    text: '9 of 24 stayed in their lane. I take the C2 back.',
    isResolved: true,
  },
  {
    code: 'FT-01',
    day: 66,
    by: 'Maya Rao',
    text:
      'Nearly all of the PMHF are common causes. The factors for water are from three winters of ' +
      'another brake: please state the source in the note of the group.',
  },
  {
    code: 'FT-02',
    day: 60,
    by: 'Jonas Lind',
    text: 'Nearly all of it is the 50 FIT of assistance. It should be in the agreement with Osprey, not in a note.',
  },
  {
    code: 'FT-03',
    day: 8,
    by: 'Maya Rao',
    text:
      '9.5 of 10 FIT, half of it the force sensor with worn pads. I would approve it after FA-010 only: no room is ' +
      'left for what the pull tests still bring.',
  },
  {
    code: 'FSR-009',
    day: 58,
    by: 'Maya Rao',
    text:
      'One requirement for both controllers is not part of the decomposition: D, not B(D). Split it, or leave ' +
      'it at D?',
  },
  {
    code: 'FSR-043',
    day: 27,
    by: 'Maya Rao',
    text: 'Rejected: the model has no trailer, and 600 °C are reached twice as fast with one.',
  },
  {
    code: 'FML-077',
    day: 15,
    by: 'Maya Rao',
    text: 'Same root as STC-014 and as the single-point fault metric of the wheel. One action for all three.',
  },
]
