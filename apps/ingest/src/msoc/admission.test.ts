import { expect, test } from 'vitest'
import type { Org } from '@carapace/shared/core/owned'
import type { VehicleEvent } from '@carapace/shared/msoc/events/events'
import { createAdmission, createGatewayAdmission, spansPerRequest } from './admission.ts'
import type { Chunk, RecordPlace } from './chunk.ts'
import { createPartitionMaker } from './storing/partitions.ts'

const place = (partition: number, from: number): RecordPlace => ({
  topic: 'positions',
  partition,
  from,
  next: from + 1,
  part: undefined,
})

function chunkOf(org: string, vehicles: readonly string[], recordOf?: RecordPlace): Chunk {
  return {
    org: { uuid: org, id: 1 } as unknown as Org,
    source: 'kafka',
    receivedAt: 0,
    idempotency: undefined,
    events: vehicles.map((vehicle) => ({ vehicle }) as VehicleEvent),
    lines: vehicles.map(() => 0),
    rejects: [],
    ...(recordOf && { recordOf }),
  }
}

/** An admission whose registrations the test ends one by one. */
function gated() {
  const known = new Set<string>()
  const begun: { org: string; names: readonly string[]; end: () => void }[] = []
  const admission = createAdmission(
    {
      isAnyNew: (org, events) => events.some(({ vehicle }) => !known.has(`${org.uuid} ${vehicle}`)),
      register: (org, names) =>
        new Promise((resolve) =>
          begun.push({
            org: org.uuid,
            names: [...names],
            end() {
              for (const name of names) known.add(`${org.uuid} ${name}`)
              resolve()
            },
          }),
        ),
    },
    { prepare: async () => undefined, isMissing: () => false, beyond: () => new Set() },
  )
  const admitted: string[] = []
  const admit = (name: string, chunk: Chunk) => {
    const waiting = admission.admit(chunk)
    if (waiting) void waiting.then(() => admitted.push(name))
    else admitted.push(name)
  }
  return { known, begun, admitted, admit }
}

const settled = () => new Promise(setImmediate)

test('[SHARE-9] records that need new vehicles wait for them; those of other partitions go on', async () => {
  const { known, begun, admitted, admit } = gated()
  known.add('alpha A1')
  admit('new', chunkOf('bravo', ['B1'], place(0, 0)))
  admit('behind', chunkOf('alpha', ['A1'], place(0, 1)))
  admit('beside', chunkOf('alpha', ['A1'], place(1, 0)))
  expect(admitted).toEqual(['beside'])
  begun[0]!.end()
  await settled()
  expect(admitted).toEqual(['beside', 'new', 'behind'])
})

test('[SHARE-9] an organisation registers 500 vehicles a turn, and another one is not behind all of them', async () => {
  const { begun, admitted, admit } = gated()
  for (let i = 0; i < 1_200; i++) admit(`b${i}`, chunkOf('bravo', [`B${i}`], place(0, i)))
  admit('c', chunkOf('charlie', ['C1']))
  admit('a', chunkOf('alpha', ['A1']))
  expect(begun.map(({ org, names }) => [org, names.length])).toEqual([
    ['bravo', 1],
    ['charlie', 1],
  ])
  begun[1]!.end()
  await settled()
  expect(begun.at(-1)!.org).toBe('alpha')
  begun[0]!.end()
  await settled()
  expect(begun.at(-1)!.names).toHaveLength(500)
  begun[2]!.end()
  begun[3]!.end()
  await settled()
  expect(admitted.slice(0, 4)).toEqual(['c', 'b0', 'a', 'b1'])
})

test('[SHARE-9] a gateway registers a vehicle once, and does not wait for it again', async () => {
  const registered: string[][] = []
  const admission = createGatewayAdmission(
    { register: async (_org, names) => void registered.push([...names]) },
    { beyondAny: () => new Set() },
  )
  await admission.admit(chunkOf('alpha', ['A1', 'A2']))
  expect(admission.admit(chunkOf('alpha', ['A1']))).toBeUndefined()
  await admission.admit(chunkOf('alpha', ['A1', 'A3']))
  expect(registered).toEqual([['A1', 'A2'], ['A3']])
})

test('[SHARE-10] a gateway refuses the same events of a request each time it is sent', async () => {
  const partitions = createPartitionMaker(undefined as never)
  const admission = createGatewayAdmission({ register: async () => undefined }, partitions)
  const send = async () => {
    const chunk = chunkOf(
      'alpha',
      Array.from({ length: 120 }, () => 'A1'),
    )
    chunk.events.forEach((event, i) => Object.assign(event, { kind: 'can', ts: i * 3_600_000, frames: [], data: '' }))
    await admission.admit(chunk)
    return [chunk.events.length, chunk.rejects.length]
  }
  expect([await send(), await send()]).toEqual([
    [spansPerRequest, 20],
    [spansPerRequest, 20],
  ])
})
