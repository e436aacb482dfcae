import { randomUUID } from 'node:crypto'
import type { callsOf } from '../support/timed-calls.ts'

type Calls = ReturnType<typeof callsOf>

const lines = 2_000
/** How many lines are written at once: each with its cause. */
const atOnce = 500

async function newProgram(calls: Calls, name: string): Promise<string> {
  const { program } = await calls.post('v2/app/save-program', { name })
  return program.uuid
}

/** Makes an FMEA of 2,000 rated lines; returns the address of its worksheet. */
export async function largeFmea(calls: Calls): Promise<string> {
  const program = await newProgram(calls, 'Large FMEA')
  const save = (input: object) => calls.post('v2/app/save-artefacts', { program_uuid: program, ...input })
  const { artefacts } = await save({
    artefacts: [
      { kind: 'fmea', title: 'Brake DFMEA', fields: { form: 'design' } },
      { kind: 'function', title: 'Brake' },
      { kind: 'failure', title: 'Vehicle does not stop' },
    ],
  })
  const [fmea, brake, effect] = artefacts.map(({ uuid }: { uuid: string }) => uuid)
  await save({ link: [{ kind: 'focus-of', from: brake, to: fmea }] })
  for (let from = 0; from < lines; from += atOnce) {
    const mode = randomUUID()
    const made = Array.from({ length: atOnce }, (_, i) => ({ line: randomUUID(), cause: randomUUID(), n: from + i }))
    const modeTitle = `Brake force lost, ${from / atOnce}`
    await save({
      artefacts: [
        { new_uuid: mode, kind: 'failure', title: modeTitle },
        ...made.map(({ cause, n }) => ({ new_uuid: cause, kind: 'failure', title: `Cause ${n}` })),
        ...made.map(({ line, cause, n }) => ({
          new_uuid: line,
          kind: 'fmea-line',
          title: modeTitle,
          fields: {
            chain: { effect, mode, cause },
            severity: 10,
            occurrence: 2 + (n % 5),
            detection: 2 + (n % 7),
            prevention: `Design rule ${n}`,
            detection_controls: `Test ${n}`,
          },
        })),
      ],
      link: [
        { kind: 'fails-as', from: brake, to: mode },
        { kind: 'results-in', from: mode, to: effect },
        ...made.map(({ line }) => ({ kind: 'has-line', from: fmea, to: line })),
        ...made.map(({ cause }) => ({ kind: 'results-in', from: cause, to: mode })),
      ],
    })
  }
  return `/org/fmea/fmea-analysis?programId=${program}`
}

/** Makes a fault tree of 40 pairs of gates over 1,000 events; returns the address of its editor. */
export async function largeTree(calls: Calls): Promise<string> {
  const program = await newProgram(calls, 'Large tree')
  const gate = (id: string, kind: 'and' | 'or', parts: readonly string[]) => ({
    id,
    title: `Gate ${id}`,
    note: '',
    kind: 'gate',
    gate: kind,
    parts,
  })
  const event = (id: string) => ({
    id,
    title: `Event ${id}`,
    note: '',
    kind: 'basic',
    probability: 1e-3,
    artefact: null,
  })
  const names = (prefix: string, many: number, from = 0) =>
    Array.from({ length: many }, (_, i) => `${prefix}${from + i}`)
  const nodes = [
    gate('Top', 'or', names('A', 20)),
    ...names('A', 20).map((id, i) => gate(id, 'and', [`B${2 * i}`, `B${2 * i + 1}`])),
    ...names('B', 40).map((id, i) => gate(id, 'or', names('E', 25, 25 * i))),
    ...names('E', 1_000).map(event),
  ]
  const { artefacts } = await calls.post('v2/app/save-artefacts', {
    program_uuid: program,
    artefacts: [
      {
        kind: 'fault-tree',
        title: 'Large',
        fields: { tree: { top: 'Top', missionTime: 10_000, nodes, groups: [], parameters: [] } },
      },
    ],
  })
  return `/org/functional-safety/fault-tree-analysis?programId=${program}&open=${artefacts[0].code}`
}
