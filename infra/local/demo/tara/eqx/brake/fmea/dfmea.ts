import { demoArtefacts, type DemoArtefact } from '../../../build.ts'
import { dayAgo } from '../../../demo-content.ts'
import { malfunction, malfunctionCount } from '../hazop/hazop.ts'
import { controllerModes } from './controller.ts'
import type { Action } from './mode.ts'
import { pedalModes } from './pedal.ts'
import { supplyModes } from './supply.ts'
import { wheelElectronics } from './wheel-electronics.ts'
import { wheelMechanics } from './wheel-mechanics.ts'

const project = 'Brake by wire'
const day = 92

const numbered = (letters: string, place: number) => `${letters}-${String(place + 1).padStart(3, '0')}`
const modes = Object.entries({
  ...pedalModes,
  ...controllerModes,
  ...wheelElectronics,
  ...wheelMechanics,
  ...supplyModes,
})

/** Failures of elements get their numbers after the malfunctions of the HAZOP: first the modes, then their causes. */
const modeCode = (place: number) => numbered('FL', malfunctionCount + place)
const lines = modes
  .flatMap(([key, mode], place) => mode.causes.map((cause) => ({ key, mode, modeCode: modeCode(place), cause })))
  .map((line, place) => ({
    ...line,
    code: numbered('FML', place),
    causeCode: numbered('FL', malfunctionCount + modes.length + place),
  }))

const codes = new Map([
  ...modes.map(([key], place) => [key, modeCode(place)] as const),
  ...lines.flatMap(({ cause: [, , , , more], causeCode }) =>
    more?.key === undefined ? [] : [[more.key, causeCode] as const],
  ),
])

/** The code of a failure mode or a cause of the DFMEA, by its key. */
export function failure(key: string): string {
  const code = codes.get(key)
  if (code === undefined) throw new Error(`The DFMEA has no failure ${key}`)
  return code
}

/** The function whose malfunction an effect is: `FN-19 no`. */
const functionOf = (effect: string) => effect.split(' ')[0]

const failureModes = demoArtefacts(
  'failure',
  { day, project, by: 'Maya Rao', status: 'COMPLETED' },
  Object.fromEntries(
    modes.map(([, { title, elements, effect }], place) => [
      modeCode(place),
      [
        title,
        {},
        { from: { 'fails-as': `${elements} ${functionOf(effect)}` }, to: { 'results-in': malfunction(effect) } },
      ] as const,
    ]),
  ),
)

const causes = demoArtefacts(
  'failure',
  { day: day - 2, project, by: 'Maya Rao', status: 'COMPLETED' },
  Object.fromEntries(
    lines.map(({ cause: [title], causeCode, modeCode: of }) => [
      causeCode,
      [title, {}, { to: { 'results-in': of } }] as const,
    ]),
  ),
)

const fmea = demoArtefacts(
  'fmea',
  { day: day + 4, project, by: 'Maya Rao', status: 'IN_PROCESS' },
  {
    'FM-01': [
      'Brake by wire, design',
      {
        form: 'design',
        description:
          'Elements of sample B. Severities count with the reactions of the safety concept: a silent wheel is 8, ' +
          'since the opposite one is limited; a wheel that clamps is 10.',
        intent: 'Find the weaknesses of sample B before the tools of sample C are ordered.',
        timing: 'Workshops each Tuesday; frozen one week before the order of the tools.',
        team: ['Maya Rao', 'Jonas Lind', 'Osprey Braking: electronics, mechanics', 'Lodden Sensors', 'Quality'],
        tasks: 'Moderation and records: Maya Rao. Ratings by the supplier are confirmed by the team.',
        tools: [
          'Rating profile Default 1',
          'Block diagram of sample B',
          'Field data of the parking brake, 2021 to 2025',
        ],
      },
      { from: { 'focus-of': 'IT-05 CO-32 CO-33 CO-34 CO-35 CO-36 CO-37 CO-38 CO-39 CO-40' } },
    ],
  },
)

const worksheet = demoArtefacts(
  'fmea-line',
  { day: day - 4, project, by: 'Maya Rao', status: 'IN_PROCESS' },
  Object.fromEntries(
    lines.map(
      ({ mode, modeCode: modeOf, code, causeCode, cause: [title, prevention, detection, [o, d], more = {}] }) => [
        code,
        [
          `${mode.title}: ${title[0]!.toLowerCase()}${title.slice(1)}`,
          {
            chain: { effect: malfunction(mode.effect), mode: modeOf, cause: causeCode },
            prevention,
            detection_controls: detection,
            severity: mode.severity,
            occurrence: o,
            detection: d,
            ...(more.special && { special: more.special }),
            ...(more.noAction && { no_action: more.noAction }),
            ...(more.remark && { remark: more.remark }),
            ...(more.action?.after && {
              severity_after: mode.severity,
              occurrence_after: more.action.after[0],
              detection_after: more.action.after[1],
            }),
          },
          {
            from: { 'has-line': 'FM-01' },
            ...((more.action === undefined || more.action.after !== undefined) && { status: 'COMPLETED' }),
          },
        ] as const,
      ],
    ),
  ),
)

const acting = lines.flatMap(({ code, cause: [, , , , more] }) =>
  more?.action === undefined ? [] : [{ line: code, action: more.action }],
)

const actionFields = ({ type, owner, dueInDays, taken, evidence }: Action) => ({
  type,
  owner,
  due: dayAgo(-dueInDays),
  ...(taken !== undefined && { taken, completed_on: dayAgo(2 - dueInDays) }),
  ...(evidence !== undefined && { evidence: [evidence] }),
})

const actions = demoArtefacts(
  'fmea-action',
  { day: day - 20, project, by: 'Maya Rao' },
  Object.fromEntries(
    acting.map(({ line, action }, place) => [
      numbered('FA', place),
      [
        action.title,
        actionFields(action),
        {
          from: { 'improved-by': line },
          ...(action.taken === undefined
            ? { status: action.dueInDays > 20 ? 'OPEN' : 'IN_PROCESS' }
            : { status: 'COMPLETED', day: 4 - action.dueInDays }),
        },
      ] as const,
    ]),
  ),
)

export const brakeFmea: DemoArtefact[] = [...failureModes, ...causes, ...fmea, ...worksheet, ...actions]
