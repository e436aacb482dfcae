import { safetyTestKind } from '@carapace/shared/functional-safety/kinds/concept.kinds'
import { type About, demoArtefacts, type FieldsFor } from '../../build.ts'
import { dayAgo } from '../../demo-content.ts'

type Test = FieldsFor<'safety-test'>
type Result = NonNullable<Test['result']>

/** A test: how and where it is run, its steps and expectation, its result, and the report with the day of the run. */
function run(
  title: string,
  [method, level]: readonly [NonNullable<Test['method']>, NonNullable<Test['level']>],
  tests: string,
  [steps, expected]: readonly [steps: string, expected: string],
  [result, report, ranDaysAgo]: readonly [Result, report?: string, ranDaysAgo?: number],
  more: Pick<Test, 'preconditions' | 'description'> = {},
) {
  const about: About = { from: { 'tested-by': tests }, status: safetyTestKind.statusBy!.statuses[result]! }
  return [
    title,
    {
      method,
      level,
      steps,
      expected,
      result,
      ...(report !== undefined && { evidence: [report] }),
      ...(ranDaysAgo !== undefined && { run_on: dayAgo(ranDaysAgo) }),
      ...more,
    },
    about,
  ] as const
}

const onBench = { preconditions: 'All four wheels on the bench, discs at 80 °C, both supplies at 13.5 V.' }
const onTrack = { preconditions: 'Sample B, closed track, driver with helmet, mechanical stop device armed.' }

export const brakeTests = demoArtefacts(
  'safety-test',
  { day: 64, project: 'Brake by wire', by: 'Maya Rao' },
  {
    'STC-001': run(
      'One signal of the pedal fails',
      ['fault-injection', 'integration'],
      'FSR-001 FSR-004',
      [
        'Open, short to ground, short to supply and drift by 1 % a second: each cell and the force sensor, 20 times ' +
          'each.',
        'Excluded within 30 ms; the request departs by less than 5 % from that of the two others.',
      ],
      ['passed', 'OB-SR-0107', 41],
      onBench,
    ),
    'STC-002': run(
      'Travel, over temperature and life',
      ['stress', 'unit'],
      'FSR-002',
      ['2 million strokes between -40 and 85 °C.', 'Error below 2 % of the range, by both cells.'],
      ['passed', 'LS-4471', 52],
    ),
    'STC-003': run(
      'Force, over temperature and life',
      ['stress', 'unit'],
      'FSR-003',
      ['2 million strokes between -40 and 85 °C, with an overload of 2 kN each 10,000 strokes.', 'Error below 5 %.'],
      ['failed', 'LS-4472', 50],
      {
        description: 'Offset of 8 % after 1.3 million strokes at -40 °C: the glue of the gauge is changed in sample C.',
      },
    ),
    'STC-004': run(
      'Controller A falls silent',
      ['fault-injection', 'vehicle'],
      'SG-01 FSR-005 FSR-007 FSR-008',
      [
        'Reset controller A during 100 brakings from 100 km/h, at random times.',
        'No gap in the force of any wheel longer than 60 ms; stopping distance grows by less than 2 m.',
      ],
      ['passed', 'NH-V-2210', 29],
      onTrack,
    ),
    'STC-005': run(
      'A and B compute the same',
      ['back-to-back', 'integration'],
      'FSR-006 FSR-007',
      ['Replay 400 h of recorded driving to both controllers.', 'Forces differ by less than 3 % for all but 30 ms.'],
      ['passed', 'OB-SR-0113', 38],
    ),
    'STC-006': run(
      'Deadline at the highest load',
      ['stress', 'unit'],
      'FSR-009',
      [
        'All messages at their highest rate, all diagnostic services, slip control on four wheels.',
        'Task ends in 3 ms.',
      ],
      ['passed', 'OB-SR-0096', 47],
    ),
    'STC-007': run(
      'Network A is cut',
      ['fault-injection', 'integration'],
      'FSR-010',
      [
        'Open, short and load network A at each of its nine connectors while braking.',
        'No change of force at any wheel; entry in the fault memory within 100 ms.',
      ],
      ['passed', 'OB-SR-0110', 40],
      onBench,
    ),
    'STC-008': run(
      'Routes in the body',
      ['review', 'vehicle'],
      'FSR-011',
      ['Measure the distance of both harnesses in three bodies.', 'At least 300 mm, no common plug but at the wheels.'],
      ['passed', 'NH-B-0418', 33],
    ),
    'STC-009': run(
      'Ten stops with one supply',
      ['field-trial', 'vehicle'],
      'FSR-012',
      ['Open branch A, then stop ten times from 100 km/h; the same with branch B, at -20 °C.', 'At least 2.44 m/s².'],
      ['passed', 'NH-V-2216', 27],
      onTrack,
    ),
    'STC-010': run(
      'Short circuit in a branch',
      ['fault-injection', 'integration'],
      'FSR-013',
      ['Short branch A with 5, 20 and 100 mΩ at full braking.', 'Branch B stays above 10 V; separated within 500 µs.'],
      ['passed', 'FJ-TR-0388', 36],
    ),
    'STC-011': run(
      'Worn energy store',
      ['requirements', 'integration'],
      'FSR-014',
      [
        'Stores at 100, 80, 70 and 60 % of their capacity, at 25 and -20 °C.',
        'Reported below 12 stops, never before 15.',
      ],
      ['blocked'],
      { description: 'Waits for aged capacitor banks from the supplier.' },
    ),
    'STC-012': run(
      'Excess of force is limited',
      ['fault-injection', 'integration'],
      'SG-02 FSR-016 FSR-018',
      [
        'Make controller A send 130 % and 200 % of the forces, on one network and on both.',
        'The sum exceeds the request by more than 10 % for less than 100 ms.',
      ],
      ['passed', 'OB-SR-0119', 31],
      onBench,
    ),
    'STC-013': run(
      'Forged and stale requests of assistance',
      ['interface', 'integration'],
      'FSR-019 FSR-020',
      [
        'Send requests without, with a wrong and with a repeated authenticator; end valid ones abruptly.',
        'None is carried out; after the end the force is gone within 500 ms.',
      ],
      ['passed', 'OB-SR-0121', 30],
    ),
    'STC-014': run(
      'A wheel clamps by itself',
      ['fault-injection', 'vehicle'],
      'SG-03 FSR-021 FSR-023',
      [
        'Force each front wheel to 20 kN at 60, 100 and 130 km/h, hands on the steering wheel.',
        'Below 0.5 m off the line within a second; force gone within 150 ms.',
      ],
      ['failed', 'NH-V-2221', 18],
      {
        ...onTrack,
        description:
          'Off the line by 0.42 m at most, but the force needed 185 ms: the monitor waits for three values of the ' +
          'estimate. The filter is changed in release 0.9.',
      },
    ),
    'STC-015': run(
      'Spring opens a worn wheel',
      ['stress', 'unit'],
      'FSR-024',
      ['Cut off at 5 to 40 kN after 300,000 cycles, at -40, 25 and 120 °C.', 'Below 500 N within 90 ms.'],
      ['passed', 'OB-SR-0088', 49],
    ),
    'STC-016': run(
      'Welded safety switch is found',
      ['fault-injection', 'unit'],
      'FSR-025',
      ['Bridge the switch before the start.', 'Found before the release for driving, in each of 50 starts.'],
      ['passed', 'OB-SR-0090', 48],
    ),
    'STC-017': run(
      'Lost wheel can be steered against',
      ['field-trial', 'vehicle'],
      'SG-03 FSR-026',
      [
        '24 drivers without knowledge of the test, full braking from 100 km/h, one front wheel opens.',
        'All stay in lane.',
      ],
      ['passed', 'NH-V-2224', 16],
      onTrack,
    ),
    'STC-018': run(
      'Exchanged plugs',
      ['requirements', 'integration'],
      'FSR-027',
      ['Exchange the plugs of left and right at each axle.', 'No release for driving; the text names both wheels.'],
      ['passed', 'OB-SR-0104', 42],
    ),
    'STC-019': run(
      'Latches while driving',
      ['fault-injection', 'integration'],
      'FSR-028',
      [
        'Request parking from one controller, from a wheel and by a short circuit, at 4 to 130 km/h.',
        'No latch moves.',
      ],
      ['passed', 'OB-SR-0106', 42],
      onBench,
    ),
    'STC-020': run(
      'Wrong wheel speeds on ice and asphalt',
      ['fault-injection', 'vehicle'],
      'SG-04 FSR-029 FSR-030 FSR-031',
      [
        'Missing pulses, double pulses and frozen values at each wheel, braking with full force.',
        'No wheel locks longer than 200 ms above 15 km/h.',
      ],
      ['not-run'],
      { preconditions: 'Winter track from January on.' },
    ),
    'STC-021': run(
      'Parked for a week on 20 %',
      ['field-trial', 'vehicle'],
      'SG-05 FSR-032 FSR-033 FSR-034 FSR-035',
      ['Park with discs at 500 °C and the permissible mass on 20 %; watch for seven days.', 'Moves less than 5 mm.'],
      ['passed', 'NH-V-2209', 35],
    ),
    'STC-022': run(
      'Fault ends the hold',
      ['fault-injection', 'vehicle'],
      'SG-06 FSR-036 FSR-037',
      ['Open a supply, a network and a controller while held on 15 %.', 'Rolls less than 50 mm; latches engaged.'],
      ['passed', 'NH-V-2212', 28],
      onTrack,
    ),
    'STC-023': run(
      'Both controllers silent',
      ['fault-injection', 'integration'],
      'SG-07 FSR-039',
      ['Stop both controllers, then let one send a frozen counter.', 'Stop request after 200 ms in both cases.'],
      ['passed', 'NH-V-2213', 28],
    ),
    'STC-024': run(
      'Brake light without network',
      ['interface', 'vehicle'],
      'SG-09 FSR-041',
      ['Disconnect both controllers from the body controller, press the pedal.', 'Lit within 150 ms.'],
      ['passed', 'NH-V-2214', 28],
    ),
    'STC-025': run(
      'Wheel that does not open',
      ['fault-injection', 'integration'],
      'SG-08 FSR-042',
      ['Hold the screw at 300 N after braking, ten times.', 'Opened again, cut off after the third time, red lamp.'],
      ['passed', 'OB-SR-0124', 24],
      onBench,
    ),
    'STC-026': run(
      'Set off with one controller',
      ['requirements', 'vehicle'],
      'SG-10 FSR-038',
      ['Stop either controller at standstill, then set off on 10 %.', 'Open within 1.5 s.'],
      ['not-run'],
    ),
  },
)
