import type { Target } from '../sending/post.ts'
import type { Clock } from '../clock.ts'
import type { Vehicle } from './vehicles.ts'

/** What the security operations centre requests of a vehicle: docs/ingest-protocol.md, "Actions of vehicles". */
export interface RequestedAction {
  uuid: string
  kind: string
  parameters: Record<string, string>
}

/** The vehicle's answer. */
export interface Outcome {
  state: 'CONFIRMED' | 'FAILED'
  detail: string
}

/** The arbitration ids that vehicles block, by VIN. */
export type Blocked = Map<string, Set<number>>

/** Does what is requested, as far as a simulated vehicle can, and returns its answer. */
export function performed({ kind, parameters }: RequestedAction, vin: string, blocked: Blocked): Outcome {
  if (kind === 'custom') return { state: 'FAILED', detail: `This vehicle does not know "${parameters['name'] ?? ''}".` }
  if (kind !== 'block_arbitration_id') return { state: 'CONFIRMED', detail: 'Done by the simulated vehicle.' }
  const id = Number.parseInt(parameters['arbitration_id'] ?? '', 16)
  if (!Number.isInteger(id)) return { state: 'FAILED', detail: 'The arbitration id is not hexadecimal.' }
  const ids = blocked.get(vin) ?? new Set()
  blocked.set(vin, ids.add(id))
  return { state: 'CONFIRMED', detail: `The gateway drops injected frames with ${parameters['arbitration_id']!}.` }
}

/** Vehicles that ask for actions, each with a request that is held open. */
const ASKING = 100
const WAIT_S = 25
const PAUSE_MS = 5_000

/** Has the first vehicles that send CAN ask for actions, do them and confirm them, until stopped. */
export async function followActions(
  vehicles: readonly Vehicle[],
  blocked: Blocked,
  { target, clock, signal, say }: { target: Target; clock: Clock; signal: AbortSignal; say: (text: string) => void },
): Promise<void> {
  await Promise.all(vehicles.slice(0, ASKING).map(({ vin }) => followOne(vin)))

  async function followOne(vin: string): Promise<void> {
    while (!signal.aborted) {
      // an older installation does not know the path, and a busy one refuses: the vehicle asks again later
      const actions = await pull(vin).catch(() => undefined)
      for (const action of actions ?? []) {
        const outcome = performed(action, vin, blocked)
        say(`${vin}: ${action.kind} ${outcome.state.toLowerCase()}`)
        await send('actions/confirm', { uuid: action.uuid, vehicle: vin, ...outcome }).catch(() => undefined)
      }
      if (actions === undefined) await clock.sleep(PAUSE_MS, signal)
    }
  }

  async function pull(vin: string): Promise<RequestedAction[]> {
    const { actions } = await send(`actions?vehicle=${vin}&wait=${WAIT_S}`)
    return actions as RequestedAction[]
  }

  async function send(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await fetch(new URL(`/ingest/v1/${path}`, target.url), {
      signal,
      headers: { authorization: `Bearer ${target.key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${response.status}`)
    return (await response.json()) as Record<string, unknown>
  }
}
