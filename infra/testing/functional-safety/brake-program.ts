import { type Artefact, saveArtefacts } from '@carapace/shared/graph/artefacts/artefacts.contract'
import { createProgram } from '../support/factories.ts'
import type { Installation, Organisation } from '../support/installation.ts'

const functions = [
  'Decelerate on pedal request',
  'Distribute brake force between the axles',
  'Prevent wheels from locking',
  'Stabilise the vehicle by braking single wheels',
  'Hold the vehicle at standstill',
  'Release the parking brake on request',
  'Recuperate while decelerating',
  'Brake automatically in an emergency',
  'Report faults to the driver',
  'Switch the brake lights',
]

/** Failures of functions by number and guideword: judgement, title, or why it is not hazardous or does not apply. */
const failures: readonly (readonly [number, string, 'hazardous' | 'harmless' | 'not-applicable' | null, string])[] = [
  [0, 'no', 'hazardous', 'No deceleration on pedal request'],
  [0, 'more', 'hazardous', 'More deceleration than requested'],
  [0, 'less', 'hazardous', 'Less deceleration than requested'],
  [0, 'reverse', 'not-applicable', 'A brake cannot accelerate the vehicle'],
  [0, 'part-of', 'not-applicable', 'The request is one value'],
  [0, 'late', 'hazardous', 'Deceleration begins too late'],
  [0, 'unintended', 'hazardous', 'Deceleration without a request'],
  [0, 'stuck', 'hazardous', 'Deceleration does not end with the request'],
  [1, 'no', 'harmless', 'The axles share the force equally, and the vehicle stays stable up to 0.6 g'],
  [1, 'reverse', 'hazardous', 'The rear axle brakes more than the front axle'],
  [1, 'late', null, 'The distribution changes too late'],
  [2, 'no', 'hazardous', 'Wheels lock while braking'],
  [2, 'unintended', 'hazardous', 'Brake pressure is released without a locking wheel'],
  [2, 'early', 'not-applicable', 'It acts on slip, not by the clock'],
  [3, 'other-than', 'hazardous', 'Another wheel is braked'],
  [3, 'unintended', 'hazardous', 'A single wheel is braked without a request'],
  [4, 'no', 'hazardous', 'The vehicle is not held at standstill'],
  [4, 'stuck', 'hazardous', 'The parking brake does not open'],
  [5, 'unintended', 'hazardous', 'The parking brake opens without a request'],
  [6, 'more', 'hazardous', 'More recuperation than requested'],
  [7, 'unintended', 'hazardous', 'Emergency braking without an obstacle'],
  [7, 'no', 'hazardous', 'No emergency braking'],
  [8, 'no', 'harmless', 'The driver feels the longer way of the pedal'],
  [9, 'no', 'hazardous', 'Brake lights stay dark'],
]

const hazards = ['Vehicle does not decelerate', 'Unexpected deceleration', 'Loss of stability', 'Vehicle rolls away']

/** By hazard: situation, classes and title of an event. */
const events: readonly (readonly [number, object, string, string])[] = [
  [0, { road: ['motorway'], traffic: ['jam'] }, 'S3 E3 C3', 'No braking at the end of a traffic jam'],
  [0, { road: ['urban'], traffic: ['pedestrians'] }, 'S3 E4 C3', 'No braking before a crossing'],
  [0, { road: ['parking'], speed: ['walking'] }, 'S1 E4 C2', 'No braking while parking'],
  [1, { road: ['motorway'], traffic: ['close'] }, 'S3 E3 C2', 'Sudden braking with a vehicle close behind'],
  [1, { road: ['urban'], traffic: ['close'] }, 'S1 E4 C2', 'Sudden braking in town'],
  [1, { road: ['motorway'], surface: ['snow'] }, 'S3 E2 C3', 'Sudden braking on snow'],
  [2, { manoeuvre: ['cornering'], surface: ['wet'] }, 'S3 E3 C3', 'Spinning in a wet bend'],
  [2, { manoeuvre: ['lane-change'], speed: ['high'] }, 'S3 E4 C3', 'Spinning in a lane change'],
  [3, { road: ['slope'], manoeuvre: ['parked'] }, 'S3 E2 C3', 'Rolling away on a slope'],
  [3, { road: ['parking'], manoeuvre: ['parked'], occupants: ['near'] }, 'S2 E2 C2', 'Rolling away in a car park'],
  [3, { manoeuvre: ['charging'] }, 'S2  C1', 'Rolling away while charging'],
]

const goals = [
  { title: 'The vehicle decelerates as requested', fields: { safe_state: 'Mechanical braking', ftti_ms: 200 } },
  { title: 'No deceleration without a request', fields: { safe_state: 'No brake pressure', ftti_ms: 150 } },
  { title: 'Braking keeps the vehicle stable', fields: { ftti_ms: 100, handling_ms: 60 } },
  { title: 'A parked vehicle does not roll away', fields: { safe_state: 'The parking brake is closed' } },
]

/**
 * A program of a brake by wire in functional safety: functions, 24 failures, 4 hazards with 11 events, of which one is
 * not rated, 4 goals, and requirements of which FSR-001 (ASIL D) is decomposed into FSR-002 and FSR-003, B(D) each.
 */
export async function brakeProgram(site: Installation, { members: { ENGINEER: engineer } }: Organisation) {
  const { uuid: program } = await createProgram(site, engineer.token, { name: 'Brake by wire' })
  const save = async (input: object): Promise<readonly Artefact[]> =>
    (await site.request(engineer.token, saveArtefacts, { program_uuid: program, ...input })).artefacts
  const link = (kind: string, from: Artefact | undefined, to: Artefact | undefined) => ({
    kind,
    from: from!.uuid,
    to: to!.uuid,
  })
  const made = await save({
    artefacts: [
      ...functions.map((title) => ({ kind: 'function', title })),
      ...failures.map(([, guideword, judgement, words], place) => ({
        kind: 'failure',
        title: judgement === 'hazardous' || judgement === null ? words : `Failure ${place + 1} by ${guideword}`,
        fields: {
          guideword,
          judgement,
          ...(judgement !== 'hazardous' && judgement !== null && { reason: words }),
          ...(judgement === 'hazardous' && { effect_item: 'Wrong clamping force', effect_vehicle: words }),
        },
      })),
      ...hazards.map((title) => ({ kind: 'hazard', title, fields: { effect_vehicle: title } })),
      ...events.map(([, situation, classes, title]) => ({
        kind: 'hazardous-event',
        title,
        fields: {
          situation,
          ...rating(classes),
          severity_reason: 'Accident statistics of this kind of crash',
          exposure_reason: 'Share of driving time in fleet data',
          ftti_ms: 200,
        },
      })),
      ...goals.map((goal) => ({ kind: 'safety-goal', ...goal })),
      { kind: 'safety-concept', title: 'Redundant brake control' },
      {
        kind: 'safety-requirement',
        title: 'Brake force follows the pedal within 100 ms',
        fields: { type: 'functional' },
      },
      { kind: 'safety-requirement', title: 'Main channel', fields: { share: 'B', type: 'technical' } },
      { kind: 'safety-requirement', title: 'Second channel', fields: { share: 'B', type: 'technical' } },
      { kind: 'safety-test', title: 'Pedal step of 100 ms', fields: { method: 'requirements', level: 'vehicle' } },
    ],
  })
  const of = (kind: string) => made.filter((row) => row.kind === kind)
  const [fn, fl, hz, he, sg] = ['function', 'failure', 'hazard', 'hazardous-event', 'safety-goal'].map(of)
  const [whole, one, other] = of('safety-requirement')
  const [concept] = of('safety-concept')
  await save({
    link: [
      ...failures.map(([at], place) => link('fails-as', fn![at], fl![place])),
      ...failures.flatMap(([at, , judgement], place) =>
        judgement === 'hazardous' ? [link('creates', fl![place], hz![[0, 2, 2, 2, 3, 3, 1, 1, 0, 1][at]!])] : [],
      ),
      ...events.map(([at], place) => link('arises-in', hz![at], he![place])),
      // the events of the last hazard have no goal yet
      ...events.flatMap(([at], place) => (at === 3 ? [] : [link('prevented-by', he![place], sg![at])])),
      link('achieved-by', sg![0], concept),
      link('derived-to', concept, whole),
      link('derived-to', whole, one),
      link('derived-to', whole, other),
      link('tested-by', whole, of('safety-test')[0]),
    ],
  })
  return { program, save, rows: made, engineer }
}

function rating(classes: string) {
  const found = (letter: string) => classes.match(new RegExp(`${letter}\\d`))?.[0] ?? null
  return { severity: found('S'), exposure: found('E'), controllability: found('C') }
}
